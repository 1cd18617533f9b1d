"""A referee written apart from core/, from core/RULES.md alone: the tests' second opinion.

Slow and plain on purpose. It plays whole games, tells what is legal, and writes position texts, so
that what the server says can be compared with a program that shares no line with it.
"""

import hashlib

BLUE, RED = "blue", "red"
ROWS = "ABCDEFG"


class Illegal(Exception):
    """The turn may not be played; the game is as it was."""


def cells_of(size):
    """All cells in the order of the position text, by row."""
    side = 2 * size - 1
    return [
        [f"{ROWS[i - 1]}{j}" for j in range(1, side + 1) if abs(i - j) <= size - 1]
        for i in range(1, side + 1)
    ]


def neighbours_of(size):
    on_board = {cell for row in cells_of(size) for cell in row}
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]
    table = {}
    for cell in on_board:
        i, j = ROWS.index(cell[0]), int(cell[1])
        around = [
            f"{ROWS[i + di]}{j + dj}" for di, dj in steps if 0 <= i + di < len(ROWS)
        ]
        table[cell] = {other for other in around if other in on_board}
    return table


ROWS_BY_SIZE = {size: cells_of(size) for size in (3, 4)}
NEIGHBOURS = {size: neighbours_of(size) for size in (3, 4)}


def other(color):
    return RED if color == BLUE else BLUE


class Game:
    """One game: the stacks as cell -> (owner, height), whose turn it is, and the turns so far."""

    def __init__(self, size=3, turns=""):
        self.size = size
        self.stacks = {}
        self.to_move = BLUE
        self.turns = []
        self.winner = None
        for turn in turns.split():
            self.play(turn)

    # -- looking -----------------------------------------------------------------------------

    @property
    def ply(self):
        return len(self.turns)

    def position(self):
        def text(cell):
            if cell not in self.stacks:
                return "."
            owner, height = self.stacks[cell]
            return f"{owner[0]}{height}"

        rows = ["".join(map(text, row)) for row in ROWS_BY_SIZE[self.size]]
        return f"{'/'.join(rows)} {self.to_move[0]}"

    def empty_cells(self):
        return [cell for cell in NEIGHBOURS[self.size] if cell not in self.stacks]

    def own_stacks(self):
        return [cell for cell, (owner, _) in self.stacks.items() if owner == self.to_move]

    def _connected(self, seeds, fits):
        """The cells that `fits`, reached from `seeds` through cells that fit."""
        reached, todo = set(), [cell for cell in seeds if fits(cell)]
        while todo:
            cell = todo.pop()
            if cell not in reached:
                reached.add(cell)
                todo.extend(near for near in NEIGHBOURS[self.size][cell] if fits(near))
        return reached

    def lower_captures(self, cell):
        height = self.stacks[cell][1]
        return {
            near
            for near in NEIGHBOURS[self.size][cell]
            if near in self.stacks
            and self.stacks[near][0] != self.to_move
            and self.stacks[near][1] < height
        }

    def equal_captures(self, cell):
        height = self.stacks[cell][1]
        enemy = other(self.to_move)
        touched = self._connected(
            NEIGHBOURS[self.size][cell],
            lambda c: c in self.stacks and self.stacks[c][0] == enemy,
        )
        return {found for found in touched if self.stacks[found][1] == height}

    def first_captures(self, cell):
        return self.lower_captures(cell) | self.equal_captures(cell)

    def must_skip(self):
        if self.winner is not None or self.empty_cells():
            return False
        return not any(self.first_captures(cell) for cell in self.own_stacks())

    def next_captures(self, prefix):
        """How a capture so far ("B2" or "B2xC4") may go on."""
        cells = prefix.split("x")
        if len(cells) == 1:
            return self.first_captures(cells[0])
        trial = self.copy()
        if trial._capture(cells) or cells[1] in self.lower_captures(cells[0]):
            return set()
        return trial.equal_captures(cells[-1])

    def all_turns(self):
        """Every legal turn; a position can have hundreds of thousands."""
        if self.winner is not None:
            return []
        if self.must_skip():
            return ["skip"]
        found = list(self.empty_cells())
        for cell in self.own_stacks():
            found.extend(f"{cell}x{lower}" for lower in self.lower_captures(cell))
            todo = [(self, cell, cell)]
            while todo:
                game, text, last = todo.pop()
                for target in game.equal_captures(last):
                    trial = game.copy()
                    won = trial._take(target)
                    found.append(f"{text}x{target}")
                    if not won:
                        todo.append((trial, f"{text}x{target}", target))
        return found

    def can_win(self):
        """Whether some turn wins; each way in which a chain can stand is looked at once."""
        todo, seen = [], set()
        for cell in self.own_stacks():
            todo.append((self, cell))
            if any(self.copy()._take(lower) for lower in self.lower_captures(cell)):
                return True
        while todo:
            game, last = todo.pop()
            for target in game.equal_captures(last):
                trial = game.copy()
                if trial._take(target):
                    return True
                state = (frozenset(trial.stacks.items()), target)
                if state not in seen:
                    seen.add(state)
                    todo.append((trial, target))
        return False

    def digest(self):
        """The number of legal turns, and the digest of their texts as RULES.md defines it."""
        turns = sorted(self.all_turns())
        return len(turns), hashlib.sha256("\n".join(turns).encode()).hexdigest()[:16]

    # -- playing -----------------------------------------------------------------------------

    def copy(self):
        twin = Game(self.size)
        twin.stacks = dict(self.stacks)
        twin.to_move = self.to_move
        twin.turns = list(self.turns)
        twin.winner = self.winner
        return twin

    def _take(self, cell):
        """Captures the stack on `cell`; true where that wins."""
        enemy, height = self.stacks[cell]
        subgroup = self._connected([cell], lambda c: self.stacks.get(c) == (enemy, height))
        for gone in subgroup:
            del self.stacks[gone]
        self.stacks[cell] = (self.to_move, height + 1)
        return all(owner == self.to_move for owner, _ in self.stacks.values())

    def _capture(self, cells):
        """Plays a chain; true where it wins. Leaves a half-played game behind an Illegal."""
        if self.stacks.get(cells[0], (None, 0))[0] != self.to_move:
            raise Illegal("no stack of one's own to capture with")
        if len(cells) == 2 and cells[1] in self.lower_captures(cells[0]):
            return self._take(cells[1])
        won = False
        for last, target in zip(cells, cells[1:]):
            if won or target not in self.equal_captures(last):
                raise Illegal(f"{target} cannot be captured")
            won = self._take(target)
        return won

    def play(self, text):
        if self.winner is not None:
            raise Illegal("the game is over")
        trial = self.copy()
        cells = text.split("x")
        won = False
        if text == "skip":
            if not self.must_skip():
                raise Illegal("there is a legal turn")
        elif any(cell not in NEIGHBOURS[self.size] for cell in cells):
            raise Illegal("off the board")
        elif len(cells) == 1:
            if text in self.stacks:
                raise Illegal("the cell is not empty")
            trial.stacks[text] = (self.to_move, 1)
        else:
            won = trial._capture(cells)
        self.stacks = trial.stacks
        self.turns.append(text)
        if won:
            self.winner = self.to_move
        self.to_move = other(self.to_move)

    def choose(self, random, eager=0.7):
        """A random legal turn, captures preferred with probability `eager`; not for a skip."""
        empty = sorted(self.empty_cells())
        takers = sorted(cell for cell in self.own_stacks() if self.first_captures(cell))
        if empty and not (takers and random.random() < eager):
            return random.choice(empty)
        turn = random.choice(takers)
        while True:
            following = sorted(self.next_captures(turn))
            if not following or ("x" in turn and random.random() < 0.3):
                return turn
            turn = f"{turn}x{random.choice(following)}"
