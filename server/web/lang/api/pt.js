/* A página sobre a API do historial em português; ver en.js. */
export default {
  lead:
    "Tudo o que aqui se jogou pode ser lido por programas: jogos, jogadores, pontuações, " +
    "aberturas. Não é preciso chave nem conta.",
  general: [
    "Todos os pedidos são `GET`, e as respostas são JSON em UTF-8 salvo indicação em " +
      "contrário. São iguais, filtros incluídos, às operações do protocolo do Clamber; a página " +
      "deste descreve cada campo.",
    "Os tempos são em milissegundos desde 1970, UTC. Os campos que terminam em `_at` são " +
      "instantes, os que terminam em `_ms` são durações.",
    "As listas vêm página a página, primeiro o mais novo. Se `cursor` numa resposta não for " +
      "`null`, peça de novo com os mesmos parâmetros e `cursor` com esse valor. Cada jogo vem " +
      "exatamente uma vez, termine o que terminar entretanto.",
    "Os parâmetros desconhecidos são recusados, para que um filtro mal escrito não passe por " +
      "nenhum.",
    "O registo de um jogo terminado nunca muda e pode ser guardado para sempre; a sua prova " +
      "pode ser verificada sem o servidor.",
  ],
  statuses: {
    400: "Um parâmetro é desconhecido, falta ou tem um valor impossível; `field` diz qual.",
    404: "Não existe esse jogo, jogador ou endereço.",
    429: "Foram demasiadas vezes. `Retry-After` diz quando tentar de novo.",
    503:
      "O servidor está ocupado, a reiniciar ou não consegue ler a base de dados; tente mais " +
      "tarde.",
  },
  routes: {
    games: "Jogos terminados, primeiro os últimos a terminar.",
    game: "Um jogo com tudo o que há a saber: os turnos e os seus tempos, e a prova.",
    text: "O mesmo jogo como texto para ler ou imprimir.",
    picture: "A posição de um jogo como imagem.",
    live: "Os jogos a decorrer, primeiro os de pontuação mais alta.",
    export:
      "Todos os jogos que correspondem, um registo por linha, sejam quantos forem. Chegam tão " +
      "depressa como os ler. Se algo falhar, a resposta acaba antes do fim e nota-se: falta o " +
      "último pedaço.",
    user: "Um jogador: pontuações em cada modalidade, e quantos jogos ganhou e perdeu.",
    ratings:
      "Como mudou a pontuação de um jogador numa modalidade: um ponto depois de cada jogo " +
      "pontuado.",
    leaderboard:
      "Os jogadores de uma modalidade, primeiro a pontuação mais alta; as provisórias não " +
      "aparecem.",
    openings:
      "Como continuaram os jogos pontuados terminados a partir de uma série de turnos. " +
      "Tabuleiros espelhados ou rodados contam como um só.",
  },
  parameters: {
    user: "Jogos deste jogador.",
    versus: "Jogos contra este jogador.",
    size: "O tabuleiro: `3` com 19 células ou `4` com 37.",
    pool:
      "Tabuleiro e velocidade: `3-bullet`, `3-blitz`, `3-rapid`, `3-classical`, " +
      "`3-correspondence`, e o mesmo com `4`.",
    rated: "`true` ou `false`.",
    result: "Como terminou para `user`: `win`, `loss` ou `none`.",
    reason: "`capture`, `resign`, `time`, `abandoned`, `aborted` ou `turn_limit`.",
    since: "A partir deste instante.",
    until: "Antes deste instante.",
    at: "Tal como estava neste instante.",
    bots: "`true` para ter também bots.",
    moves: "Turnos separados por espaços, também os saltados; vazio para o início.",
    limit: "Quantos no máximo de cada vez, de 1 a 100; 20 se for omitido.",
    cursor: "Da resposta anterior.",
  },
};
