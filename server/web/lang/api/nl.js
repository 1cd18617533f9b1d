/* De pagina over de geschiedenis-API in het Nederlands; zie en.js. */
export default {
  lead:
    "Alles wat hier gespeeld is kan door programma’s gelezen worden: partijen, spelers, ratings, " +
    "openingen. Een sleutel of account is niet nodig.",
  general: [
    "Alle verzoeken zijn `GET`, en antwoorden zijn JSON in UTF-8 tenzij er iets anders staat. " +
      "Ze zijn gelijk, met filters en al, aan de operaties van het Clamber-protocol; de pagina " +
      "daarvan beschrijft elk veld.",
    "Tijden zijn in milliseconden sinds 1970, UTC. Velden die eindigen op `_at` zijn " +
      "tijdstippen, die op `_ms` tijdsduren.",
    "Lijsten komen per pagina, het nieuwste eerst. Is `cursor` in een antwoord niet `null`, " +
      "vraag dan opnieuw met dezelfde parameters en die waarde als `cursor`. Elke partij komt " +
      "precies één keer, wat er intussen ook eindigt.",
    "Onbekende parameters worden geweigerd, zodat een verkeerd gespeld filter niet voor geen " +
      "filter doorgaat.",
    "Het verslag van een afgelopen partij verandert nooit en mag voorgoed bewaard worden; het " +
      "bewijs is zonder de server te controleren.",
  ],
  statuses: {
    400:
      "Een parameter is onbekend, ontbreekt, of heeft een waarde die niet kan; `field` zegt " +
      "welke.",
    404: "Die partij, die speler of dat adres bestaat niet.",
    429: "Dat was te vaak. `Retry-After` zegt wanneer het weer kan.",
    503:
      "De server heeft het druk, herstart, of kan zijn databank nu niet lezen; probeer het later.",
  },
  routes: {
    games: "Afgelopen partijen, de laatst geëindigde eerst.",
    game: "Eén partij met alles wat er te weten is: de beurten en hun tijden, en het bewijs.",
    text: "Dezelfde partij als tekst om te lezen of af te drukken.",
    picture: "De stelling van een partij als plaatje.",
    live: "De partijen die nu gespeeld worden, de hoogste ratings eerst.",
    export:
      "Alle partijen die passen, één verslag per regel, hoeveel het er ook zijn. Ze komen zo " +
      "snel als je leest. Gaat er iets mis, dan eindigt het antwoord te vroeg en zichtbaar: " +
      "zonder het laatste stuk.",
    user: "Een speler: ratings in elke klasse, en hoeveel partijen gewonnen en verloren zijn.",
    ratings:
      "Hoe de rating van een speler in één klasse veranderde: een punt na elke partij met rating.",
    leaderboard:
      "De spelers van een klasse, de hoogste rating eerst; voorlopige ratings staan er niet in.",
    openings:
      "Hoe afgelopen partijen met rating verdergingen na een reeks beurten. Gespiegelde of " +
      "gedraaide borden tellen als één.",
  },
  parameters: {
    user: "Partijen van deze speler.",
    versus: "Partijen tegen deze speler.",
    size: "Het bord: `3` met 19 velden of `4` met 37.",
    pool:
      "Bord en tempo: `3-bullet`, `3-blitz`, `3-rapid`, `3-classical`, `3-correspondence`, en " +
      "hetzelfde met `4`.",
    rated: "`true` of `false`.",
    result: "Hoe het voor `user` eindigde: `win`, `loss` of `none`.",
    reason: "`capture`, `resign`, `time`, `abandoned`, `aborted` of `turn_limit`.",
    since: "Vanaf dit tijdstip.",
    until: "Voor dit tijdstip.",
    at: "Zoals het op dit tijdstip stond.",
    bots: "`true` om ook bots te krijgen.",
    moves: "Beurten met spaties ertussen, ook de overgeslagen; leeg voor het begin.",
    limit: "Hoeveel er hoogstens tegelijk komen, 1 tot 100; 20 als het ontbreekt.",
    cursor: "Uit het vorige antwoord.",
  },
};
