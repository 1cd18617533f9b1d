/* La página de reglas en español; véase en.js. */
export default {
  lead:
    "Clamber es un juego para dos sobre un tablero de hexágonos. Azul y Rojo colocan fichas " +
    "sueltas y trepan a las pilas del contrario. Gana quien captura la última pila del rival.",
  sections: [
    {
      id: "board",
      title: "Tablero y fichas",
      text: [
        "El tablero pequeño, el habitual, tiene 19 casillas; el grande tiene 37. Al principio " +
          "está vacío. *Empieza Azul* y después los jugadores se turnan. A nadie se le acaban " +
          "las fichas.",
        "Cada casilla se nombra con la letra de su fila, desde la A abajo, y un número. Las " +
          "casillas que se tocan son vecinas: en el centro del tablero cada una tiene seis.",
        "Lo que hay en una casilla es una *pila* de una o más fichas. La ficha de arriba dice " +
          "de quién es, y el número de fichas es su *altura*. Una pila de altura 1 es una *ficha " +
          "aislada*, tenga vecinas o no.",
      ],
    },
    {
      id: "groups",
      title: "Grupos y subgrupos",
      text: [
        "Las pilas de un color que se tocan y quedan unidas forman un *grupo*, tengan la " +
          "altura que tengan.",
        "Dentro de un grupo, las pilas de *una misma altura* que quedan unidas forman un " +
          "*subgrupo*. Un grupo puede contener varios.",
      ],
      example: "groups",
      steps: [
        "B2, B3 y C2 se tocan y son todas de Azul: forman un grupo.",
        "B2 y B3 tienen altura 1 y se tocan: un subgrupo. C2 tiene altura 2 y es un subgrupo " +
          "por sí sola.",
        "D4 y E4 son otro grupo, con dos subgrupos, porque sus alturas son distintas.",
      ],
    },
    {
      id: "turn",
      title: "Tu turno",
      text: [
        "En tu turno haces una de estas tres cosas: colocar una ficha, capturar una pila más " +
          "baja o capturar pilas iguales. Capturar nunca es obligatorio, pero no se puede pasar.",
      ],
    },
    {
      id: "place",
      title: "Colocar una ficha",
      text: [
        "Pon una ficha aislada de tu color en cualquier casilla vacía. No captura nada. Vale " +
          "cualquier casilla vacía, incluso una donde te la vayan a capturar enseguida.",
      ],
      example: "place",
      steps: [
        "El tablero está vacío y empieza Azul.",
        "Azul coloca una ficha en C3, en el centro.",
        "Rojo responde en D5.",
      ],
    },
    {
      id: "lower",
      title: "Capturar una pila más baja",
      text: [
        "Una de tus pilas captura una pila enemiga que *la toca* y es *más baja*. Con eso " +
          "termina el turno.",
        "Tu pila capturadora se queda donde está. La pila capturada recibe encima una ficha " +
          "tuya: ahora es tuya y *una ficha más alta que antes*, por alta que sea la " +
          "capturadora. Todas las *demás* pilas de su subgrupo salen del tablero.",
      ],
      example: "lower",
      steps: [
        "La pila C3 de Rojo, de altura 3, toca D3, de altura 1: puede capturarla.",
        "D4 y E4 son del mismo subgrupo que D3: saldrán. E3 las toca, pero tiene altura 2.",
        "Después de `C3xD3` la pila de D3 es de Rojo, con altura 2. D4 y E4 ya no están; E3 se " +
          "queda.",
      ],
    },
    {
      id: "equal",
      title: "Capturar pilas iguales, una tras otra",
      text: [
        "Una de tus pilas captura una pila enemiga de su *misma altura*. Aquí no hace falta " +
          "que se toquen: basta con que tu pila toque *alguna* pila del grupo al que pertenece " +
          "la capturada.",
        "El efecto es el mismo: la pila capturada pasa a ser tuya y crece en una ficha, y el " +
          "resto de su subgrupo sale del tablero. Después, la pila *recién capturada* puede " +
          "hacer lo mismo con su nueva altura, y así sucesivamente. Los grupos se miran de nuevo " +
          "cada vez. Puedes parar tras cualquier captura.",
        "Las dos clases de captura nunca se mezclan: por el camino no se capturan pilas más bajas.",
      ],
      example: "chain",
      steps: [
        "La pila B2 de Azul tiene altura 2. Solo toca B3, pero a través de ella alcanza todo " +
          "el grupo rojo.",
        "`B2xC4`: C4 también tiene altura 2. Pasa a ser de Azul, con altura 3, y D4, el resto " +
          "de su subgrupo, desaparece. Azul podría parar aquí.",
        "`B2xC4xE5`: C4 sigue por medio de D5. E5 pasa a ser de Azul, con altura 4, y E4 " +
          "desaparece. No queda nada más que capturar.",
      ],
    },
    {
      id: "win",
      title: "Ganar",
      text: [
        "Ganas con la *captura* que deja a tu rival sin ninguna pila. Si eso ocurre dentro de " +
          "una serie de capturas, la partida acaba en ese instante. No hay empates.",
        "Solo gana una captura: después del primer turno de Azul, Rojo aún no tiene pilas, y " +
          "no ha perdido.",
      ],
      example: "shortest",
      steps: [
        "La partida más corta. Azul empieza en el centro…",
        "… Rojo coloca una ficha justo al lado…",
        "… y Azul la captura: `C3xC4`. A Rojo no le queda ninguna pila; Azul ha ganado.",
      ],
    },
    {
      id: "chain-win",
      title: "Ganar con la segunda captura",
      text: [
        "Cada captura produce una pila una ficha más alta, así que una serie de capturas se " +
          "lleva pilas de una altura tras otra.",
      ],
      example: "chain_wins",
      steps: [
        "Azul tiene C5 y D4; Rojo tiene D5. Le toca a Rojo.",
        "Rojo captura C5, que ahora es suya y tiene altura 2. D4 no toca C5, así que no era de " +
          "su subgrupo, y se queda.",
        "La pila D4 de Azul captura D5, que tiene altura 1 como ella. Ahora Azul tiene en D5 " +
          "una pila de altura 2…",
        "… que toca C5 y es igual de alta. Con `D4xD5xC5` cae la última pila de Rojo: Azul ha " +
          "ganado.",
      ],
    },
    {
      id: "skip",
      title: "Cuando se salta un turno",
      text: [
        "Si no tienes ningún turno posible, *se salta tu turno*: el tablero está lleno y " +
          "ninguna de tus pilas puede capturar nada. No te cuesta tiempo, y tu rival sigue " +
          "jugando. No es raro, y nunca les ocurre a los dos a la vez.",
      ],
      example: "skip",
      steps: [
        "Hacia el final de una partida: el tablero está lleno y le toca a Rojo.",
        "Después de `B1xC2`, de Rojo, Azul no puede colocar ni capturar nada.",
        "Así que se salta el turno de Azul y le toca otra vez a Rojo.",
      ],
    },
    {
      id: "length",
      title: "Ninguna posición se repite",
      text: [
        "Cada turno o bien añade una ficha al tablero, o bien crea una pila más alta que las " +
          "que retira. Por eso nada se repite nunca, y no hace falta una regla de repetición. " +
          "Las partidas pueden ser largas, y las pilas, muy altas.",
        "En este servidor una partida acaba sin ganador tras 10.000 turnos. Ninguna partida " +
          "sensata se ha acercado.",
      ],
    },
    {
      id: "notation",
      title: "Anotar los turnos",
      text: [
        "Una ficha colocada se escribe como su casilla: `C3`. Una captura nombra la pila que " +
          "captura y luego las capturadas, por orden, con una x en medio: `C3xD3`, `B2xC4xE5`. " +
          "Un turno saltado se escribe `skip` y cuenta como turno.",
      ],
    },
    {
      id: "clock",
      title: "El tiempo en este servidor",
      text: [
        "Con reloj, *5+3* significa cinco minutos para cada jugador y tres segundos más con " +
          "cada turno. El primer turno de cada jugador es gratis, pero hay que hacerlo en un " +
          "minuto o la partida se anula. Quien agota su tiempo ha perdido.",
        "En las partidas *por correspondencia* cada turno dispone del mismo tiempo, por " +
          "ejemplo un día. También se puede jugar sin reloj, pero esas partidas no puntúan.",
        "Si tu rival abandona una partida durante mucho tiempo, puedes reclamar la victoria.",
      ],
    },
  ],
};
