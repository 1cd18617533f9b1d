/* La página sobre la API del historial en español; véase en.js. */
export default {
  lead:
    "Todo lo que se ha jugado aquí lo pueden leer programas: partidas, jugadores, puntuaciones, " +
    "aperturas. No hace falta clave ni cuenta.",
  general: [
    "Todas las peticiones son `GET`, y las respuestas son JSON en UTF-8 si no se dice otra " +
      "cosa. Son las mismas, con los mismos filtros, que las operaciones del protocolo de " +
      "Clamber; su página describe cada campo.",
    "Los tiempos están en milisegundos desde 1970, UTC. Los campos que acaban en `_at` son " +
      "instantes; los que acaban en `_ms`, duraciones.",
    "Las listas vienen página por página, primero lo más nuevo. Si `cursor` en una respuesta " +
      "no es `null`, pide otra vez con los mismos parámetros y `cursor` con ese valor. Cada " +
      "partida viene exactamente una vez, termine lo que termine entretanto.",
    "Los parámetros desconocidos se rechazan, para que un filtro mal escrito no pase por ninguno.",
    "El acta de una partida terminada no cambia nunca y se puede guardar para siempre; su " +
      "prueba se puede comprobar sin el servidor.",
  ],
  statuses: {
    400: "Un parámetro es desconocido, falta o tiene un valor imposible; `field` dice cuál.",
    404: "No existe esa partida, ese jugador o esa dirección.",
    429: "Demasiadas veces seguidas. `Retry-After` dice cuándo volver a intentarlo.",
    503:
      "El servidor está ocupado, se reinicia o no puede leer su base de datos; inténtalo más " +
      "tarde.",
  },
  routes: {
    games: "Partidas terminadas, primero las últimas en acabar.",
    game: "Una partida con todo lo que hay que saber: sus turnos y tiempos, y la prueba.",
    text: "La misma partida como texto para leer o imprimir.",
    picture: "La posición de una partida como imagen.",
    live: "Las partidas en juego, primero las de mayor puntuación.",
    export:
      "Todas las partidas que cumplen los filtros, un acta por línea, sean cuantas sean. Llegan " +
      "tan deprisa como las lees. Si algo falla, la respuesta acaba antes de tiempo y se nota: " +
      "falta el último trozo.",
    user: "Un jugador: sus puntuaciones en cada modalidad y cuántas partidas ha ganado y perdido.",
    ratings:
      "Cómo ha cambiado la puntuación de un jugador en una modalidad: un punto tras cada partida " +
      "puntuada.",
    leaderboard:
      "Los jugadores de una modalidad, primero la puntuación más alta; las provisionales no " +
      "aparecen.",
    openings:
      "Cómo siguieron las partidas puntuadas terminadas desde una serie de turnos. Los tableros " +
      "reflejados o girados cuentan como uno.",
  },
  parameters: {
    user: "Partidas de este jugador.",
    versus: "Partidas contra este jugador.",
    size: "El tablero: `3` con 19 casillas o `4` con 37.",
    pool:
      "Tablero y velocidad: `3-bullet`, `3-blitz`, `3-rapid`, `3-classical`, `3-correspondence`, " +
      "y lo mismo con `4`.",
    rated: "`true` o `false`.",
    result: "Cómo acabó para `user`: `win`, `loss` o `none`.",
    reason: "`capture`, `resign`, `time`, `abandoned`, `aborted` o `turn_limit`.",
    since: "Desde este momento.",
    until: "Antes de este momento.",
    at: "Tal como estaba en este momento.",
    bots: "`true` para tener también bots.",
    moves: "Turnos separados por espacios, también los saltados; vacío para el inicio.",
    limit: "Cuántos como máximo de una vez, de 1 a 100; 20 si se omite.",
    cursor: "De la respuesta anterior.",
  },
};
