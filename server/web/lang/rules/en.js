/* The rules page in English. In texts *stars* emphasize and `backquotes` set notation apart;
 * `example` names one of js/examples.js, with a text for each of its steps. */
export default {
  lead:
    "Clamber is a game for two on a board of hexagons. Blue and Red put down single pieces and " +
    "climb on each other’s stacks. Whoever captures the opponent’s last stack has won.",
  sections: [
    {
      id: "board",
      title: "Board and pieces",
      text: [
        "The small board has 19 cells and is the usual one; the large board has 37. It starts " +
          "empty. *Blue begins*, then the players take turns. Nobody ever runs out of pieces.",
        "A cell is named by the letter of its row, from A at the bottom, and a number. Cells " +
          "that touch are neighbours: in the middle of the board every cell has six.",
        "What stands on a cell is a *stack* of one or more pieces. The piece on top says whose " +
          "it is, and the number of pieces is its *height*. A stack of height 1 is a " +
          "*singleton*, whether or not it has neighbours.",
      ],
    },
    {
      id: "groups",
      title: "Groups and subgroups",
      text: [
        "Stacks of one colour that hang together by touching are a *group*, however high they are.",
        "Within a group, the stacks of *one height* that hang together are a *subgroup*. A " +
          "group can hold several of them.",
      ],
      example: "groups",
      steps: [
        "B2, B3 and C2 touch and are all Blue’s: they are one group.",
        "B2 and B3 have height 1 and touch: one subgroup. C2 has height 2 and is a subgroup by " +
          "itself.",
        "D4 and E4 are another group, of two subgroups: their heights differ.",
      ],
    },
    {
      id: "turn",
      title: "Your turn",
      text: [
        "In your turn you do one of three things: place a piece, capture a lower stack, or " +
          "capture equal stacks. You never have to capture, but you may not pass.",
      ],
    },
    {
      id: "place",
      title: "Placing a piece",
      text: [
        "Put a singleton of your colour on any empty cell. It captures nothing. Any empty cell " +
          "will do, even one where the piece is taken at once.",
      ],
      example: "place",
      steps: [
        "The board is empty, and Blue begins.",
        "Blue places a piece on C3, in the middle.",
        "Red answers at D5.",
      ],
    },
    {
      id: "lower",
      title: "Capturing a lower stack",
      text: [
        "One of your stacks captures an enemy stack that *touches it* and is *lower*. That is " +
          "the whole turn.",
        "Your capturing stack stays where it is. The captured stack gets one of your pieces on " +
          "top: it is now yours, and *one higher than it was*, however high the capturing stack. " +
          "All the *other* stacks of its subgroup leave the board.",
      ],
      example: "lower",
      steps: [
        "Red’s C3, of height 3, touches D3, of height 1: it may capture it.",
        "D4 and E4 are of the same subgroup as D3: they will go. E3 touches them but has height 2.",
        "After `C3xD3` the stack on D3 is Red’s, with height 2. D4 and E4 are gone, E3 stays.",
      ],
    },
    {
      id: "equal",
      title: "Capturing equal stacks, one after another",
      text: [
        "One of your stacks captures an enemy stack of its *own height*. Here the two need not " +
          "touch: it is enough that your stack touches *some* stack of the group to which the " +
          "captured one belongs.",
        "What happens is the same: the captured stack becomes yours and one higher, and the " +
          "rest of its subgroup leaves the board. Then the stack *just captured* may do the same " +
          "again at its new height, and so on. Groups are looked at afresh each time. You may " +
          "stop after any capture.",
        "The two kinds of capture never mix: there is no capturing of lower stacks on the way.",
      ],
      example: "chain",
      steps: [
        "Blue’s B2 has height 2. It touches only B3, but through it the whole red group.",
        "`B2xC4`: C4 has height 2 too. It becomes Blue’s, with height 3, and D4, the rest of " +
          "its subgroup, is gone. Blue could stop here.",
        "`B2xC4xE5`: C4 goes on by way of D5. E5 becomes Blue’s, with height 4, and E4 is " +
          "gone. There is nothing more to capture.",
      ],
    },
    {
      id: "win",
      title: "Winning",
      text: [
        "You win with the *capture* that leaves your opponent without any stack. If that " +
          "happens within a row of captures, the game is over at that moment. There are no draws.",
        "Only a capture wins: after Blue’s first turn Red has no stack yet, and has not lost.",
      ],
      example: "shortest",
      steps: [
        "The shortest game. Blue begins in the middle …",
        "… Red places a piece right beside it …",
        "… and Blue captures it: `C3xC4`. Red has no stack left, Blue has won.",
      ],
    },
    {
      id: "chain-win",
      title: "Winning with the second capture",
      text: [
        "Each capture makes a stack that is one higher, so a row of captures takes stacks of " +
          "one height after another.",
      ],
      example: "chain_wins",
      steps: [
        "Blue has C5 and D4, Red has D5. It is Red’s turn.",
        "Red captures C5, which is now Red’s and has height 2. D4 does not touch C5, so it was " +
          "not of the same subgroup, and stays.",
        "Blue’s D4 captures D5: it has height 1, like D4. Now Blue has a stack of height 2 on D5 …",
        "… which touches C5 and is equal to it. With `D4xD5xC5` Red’s last stack is captured: " +
          "Blue has won.",
      ],
    },
    {
      id: "skip",
      title: "Being skipped",
      text: [
        "If you have no possible turn, you are *skipped*: the board is full, and none of your " +
          "stacks can capture anything. It costs you no time, and your opponent goes on. This is " +
          "not rare, and it never happens to both players at once.",
      ],
      example: "skip",
      steps: [
        "Late in a game: the board is full, and it is Red’s turn.",
        "After Red’s `B1xC2` Blue can place nothing and capture nothing.",
        "So Blue is skipped, and it is Red’s turn again.",
      ],
    },
    {
      id: "length",
      title: "No position comes twice",
      text: [
        "Every turn either adds a piece to the board or makes a stack that is higher than " +
          "those it removes. So nothing ever repeats, and there is no rule for repetition. Games " +
          "can be long, and stacks can grow very high.",
        "On this server a game ends without a winner after 10,000 turns. No sensible game has " +
          "come near.",
      ],
    },
    {
      id: "notation",
      title: "Writing turns down",
      text: [
        "A placed piece is written as its cell: `C3`. A capture names the capturing stack and " +
          "then what is captured, in order, with an x between: `C3xD3`, `B2xC4xE5`. A skipped " +
          "turn is written `skip` and counts as a turn.",
      ],
    },
    {
      id: "clock",
      title: "Time on this server",
      text: [
        "With a clock, *5+3* means five minutes for each player and three seconds more with " +
          "every turn. Each player’s first turn is free, but has to be made within a minute, or " +
          "the game is called off. When your time is up you have lost.",
        "In *correspondence* games every turn has the same time, for example a day. Games can " +
          "be played without a clock as well, but then they are not rated.",
        "If your opponent leaves a game for long, you may claim the win.",
      ],
    },
  ],
};
