/* De pagina met de regels in het Nederlands; zie en.js. */
export default {
  lead:
    "Clamber is een spel voor twee op een bord van zeshoeken. Blauw en Rood zetten losse stenen " +
    "neer en klimmen op elkaars stapels. Wie de laatste stapel van de tegenstander slaat, heeft " +
    "gewonnen.",
  sections: [
    {
      id: "board",
      title: "Bord en stenen",
      text: [
        "Het kleine bord heeft 19 velden en is het gebruikelijke; het grote bord heeft er 37. " +
          "Het begint leeg. *Blauw begint*, daarna zijn de spelers om de beurt. Niemand raakt " +
          "ooit door zijn stenen heen.",
        "Een veld heet naar de letter van zijn rij, vanaf A onderaan, en een nummer. Velden " +
          "die elkaar raken zijn buren: midden op het bord heeft elk veld er zes.",
        "Wat op een veld staat is een *stapel* van een of meer stenen. De bovenste steen zegt " +
          "van wie hij is, en het aantal stenen is zijn *hoogte*. Een stapel van hoogte 1 is een " +
          "*losse steen*, of hij nu buren heeft of niet.",
      ],
    },
    {
      id: "groups",
      title: "Groepen en subgroepen",
      text: [
        "Stapels van één kleur die via buurvelden met elkaar verbonden zijn vormen een " +
          "*groep*, hoe hoog ze ook zijn.",
        "Binnen een groep vormen de stapels van *één hoogte* die met elkaar verbonden zijn een " +
          "*subgroep*. Een groep kan er meer dan een bevatten.",
      ],
      example: "groups",
      steps: [
        "B2, B3 en C2 raken elkaar en zijn alle drie van Blauw: ze vormen één groep.",
        "B2 en B3 hebben hoogte 1 en raken elkaar: één subgroep. C2 heeft hoogte 2 en is op " +
          "zichzelf een subgroep.",
        "D4 en E4 zijn een andere groep, met twee subgroepen: hun hoogten verschillen.",
      ],
    },
    {
      id: "turn",
      title: "Jouw beurt",
      text: [
        "In je beurt doe je een van drie dingen: een steen plaatsen, een lagere stapel slaan, " +
          "of gelijke stapels slaan. Slaan is nooit verplicht, maar passen mag niet.",
      ],
    },
    {
      id: "place",
      title: "Een steen plaatsen",
      text: [
        "Zet een losse steen van jouw kleur op een leeg veld. Daarmee sla je niets. Elk leeg " +
          "veld mag, ook een waar de steen meteen geslagen wordt.",
      ],
      example: "place",
      steps: [
        "Het bord is leeg en Blauw begint.",
        "Blauw plaatst een steen op C3, in het midden.",
        "Rood antwoordt op D5.",
      ],
    },
    {
      id: "lower",
      title: "Een lagere stapel slaan",
      text: [
        "Een van je stapels slaat een vijandelijke stapel die *ernaast* staat en *lager* is. " +
          "Dat is de hele beurt.",
        "De slaande stapel blijft staan. De geslagen stapel krijgt een steen van jou " +
          "erbovenop: hij is nu van jou en *één hoger dan hij was*, hoe hoog de slaande stapel " +
          "ook is. Alle *andere* stapels van zijn subgroep gaan van het bord.",
      ],
      example: "lower",
      steps: [
        "C3 van Rood, met hoogte 3, raakt D3, met hoogte 1: die mag hij slaan.",
        "D4 en E4 horen bij dezelfde subgroep als D3: ze gaan weg. E3 raakt ze, maar heeft " +
          "hoogte 2.",
        "Na `C3xD3` is de stapel op D3 van Rood, met hoogte 2. D4 en E4 zijn weg, E3 blijft.",
      ],
    },
    {
      id: "equal",
      title: "Gelijke stapels slaan, na elkaar",
      text: [
        "Een van je stapels slaat een vijandelijke stapel van *dezelfde hoogte*. Hier hoeven " +
          "de twee elkaar niet te raken: het is genoeg dat jouw stapel *een* stapel raakt van de " +
          "groep waar de geslagen stapel bij hoort.",
        "Wat er gebeurt is hetzelfde: de geslagen stapel wordt van jou en één hoger, en de " +
          "rest van zijn subgroep gaat van het bord. Daarna mag de stapel die *net geslagen* is " +
          "hetzelfde doen met zijn nieuwe hoogte, en zo verder. Naar de groepen wordt elke keer " +
          "opnieuw gekeken. Na elke slag mag je stoppen.",
        "De twee soorten slag gaan nooit samen: onderweg worden geen lagere stapels geslagen.",
      ],
      example: "chain",
      steps: [
        "B2 van Blauw heeft hoogte 2. Hij raakt alleen B3, maar daardoor de hele rode groep.",
        "`B2xC4`: ook C4 heeft hoogte 2. Hij wordt van Blauw, met hoogte 3, en D4, de rest van " +
          "zijn subgroep, is weg. Blauw zou hier kunnen stoppen.",
        "`B2xC4xE5`: C4 gaat verder via D5. E5 wordt van Blauw, met hoogte 4, en E4 is weg. " +
          "Meer valt er niet te slaan.",
      ],
    },
    {
      id: "win",
      title: "Winnen",
      text: [
        "Je wint met de *slag* waarna je tegenstander geen stapel meer heeft. Gebeurt dat " +
          "midden in een reeks, dan is het spel op dat moment afgelopen. Remise bestaat niet.",
        "Alleen een slag wint: na de eerste beurt van Blauw heeft Rood nog geen stapel, en " +
          "niet verloren.",
      ],
      example: "shortest",
      steps: [
        "De kortste partij. Blauw begint in het midden …",
        "… Rood plaatst er een steen vlak naast …",
        "… en Blauw slaat die: `C3xC4`. Rood heeft geen stapel meer, Blauw heeft gewonnen.",
      ],
    },
    {
      id: "chain-win",
      title: "Winnen met de tweede slag",
      text: [
        "Elke slag maakt een stapel die één hoger is; zo neemt een reeks stapels van de ene " +
          "hoogte na de andere.",
      ],
      example: "chain_wins",
      steps: [
        "Blauw heeft C5 en D4, Rood heeft D5. Rood is aan de beurt.",
        "Rood slaat C5, dat nu van Rood is en hoogte 2 heeft. D4 raakt C5 niet, hoorde dus " +
          "niet bij die subgroep, en blijft.",
        "D4 van Blauw slaat D5, dat net als D4 hoogte 1 heeft. Nu heeft Blauw op D5 een stapel " +
          "van hoogte 2 …",
        "… die C5 raakt en even hoog is. Met `D4xD5xC5` is de laatste stapel van Rood " +
          "geslagen: Blauw heeft gewonnen.",
      ],
    },
    {
      id: "skip",
      title: "Een beurt overgeslagen",
      text: [
        "Kun je niets doen, dan wordt je beurt *overgeslagen*: het bord is vol en geen van je " +
          "stapels kan iets slaan. Het kost je geen tijd, en je tegenstander gaat verder. Dat is " +
          "niet zeldzaam, en het overkomt nooit beide spelers tegelijk.",
      ],
      example: "skip",
      steps: [
        "Laat in een partij: het bord is vol en Rood is aan de beurt.",
        "Na `B1xC2` van Rood kan Blauw niets plaatsen en niets slaan.",
        "Daarom wordt Blauw overgeslagen en is Rood weer aan de beurt.",
      ],
    },
    {
      id: "length",
      title: "Geen stelling komt terug",
      text: [
        "Elke beurt zet een steen erbij of maakt een stapel die hoger is dan wat ervoor " +
          "verdwijnt. Daarom herhaalt zich nooit iets, en is er geen regel voor herhaling. " +
          "Partijen kunnen lang duren en stapels heel hoog worden.",
        "Op deze server eindigt een partij na 10.000 beurten zonder winnaar. Geen zinnige " +
          "partij is daar in de buurt gekomen.",
      ],
    },
    {
      id: "notation",
      title: "Beurten opschrijven",
      text: [
        "Een geplaatste steen schrijf je als zijn veld: `C3`. Een slag noemt de slaande stapel " +
          "en dan wat geslagen wordt, op volgorde, met een x ertussen: `C3xD3`, `B2xC4xE5`. Een " +
          "overgeslagen beurt schrijf je als `skip`, en hij telt als beurt.",
      ],
    },
    {
      id: "clock",
      title: "Tijd op deze server",
      text: [
        "Met een klok betekent *5+3* vijf minuten voor elke speler en drie seconden erbij met " +
          "elke beurt. De eerste beurt van elke speler is gratis, maar moet binnen een minuut " +
          "komen, anders gaat de partij niet door. Is je tijd op, dan heb je verloren.",
        "In *correspondentiepartijen* heeft elke beurt dezelfde tijd, bijvoorbeeld een dag. " +
          "Spelen zonder klok kan ook, maar telt niet voor de rating.",
        "Blijft je tegenstander lang weg, dan mag je de winst opeisen.",
      ],
    },
  ],
};
