/* A página das regras em português; ver en.js. */
export default {
  lead:
    "Clamber é um jogo para dois num tabuleiro de hexágonos. Azul e Vermelho colocam peças " +
    "soltas e sobem às pilhas um do outro. Ganha quem captura a última pilha do adversário.",
  sections: [
    {
      id: "board",
      title: "Tabuleiro e peças",
      text: [
        "O tabuleiro pequeno, o habitual, tem 19 células; o grande tem 37. No início está " +
          "vazio. *Azul começa*, e depois os jogadores alternam. As peças nunca acabam.",
        "Uma célula tem o nome da letra da sua fila, a partir de A em baixo, e de um número. " +
          "As células que se tocam são vizinhas: no meio do tabuleiro cada uma tem seis.",
        "O que está numa célula é uma *pilha* de uma ou mais peças. A peça de cima diz de quem " +
          "é, e o número de peças é a sua *altura*. Uma pilha de altura 1 é uma *peça isolada*, " +
          "tenha ou não vizinhas.",
      ],
    },
    {
      id: "groups",
      title: "Grupos e subgrupos",
      text: [
        "As pilhas de uma cor que se tocam e ficam ligadas são um *grupo*, seja qual for a sua " +
          "altura.",
        "Dentro de um grupo, as pilhas da *mesma altura* que ficam ligadas são um *subgrupo*. " +
          "Um grupo pode conter vários.",
      ],
      example: "groups",
      steps: [
        "B2, B3 e C2 tocam-se e são todas de Azul: são um grupo.",
        "B2 e B3 têm altura 1 e tocam-se: um subgrupo. C2 tem altura 2 e é um subgrupo sozinha.",
        "D4 e E4 são outro grupo, com dois subgrupos, porque as alturas são diferentes.",
      ],
    },
    {
      id: "turn",
      title: "A sua vez",
      text: [
        "Na sua vez faz uma de três coisas: coloca uma peça, captura uma pilha mais baixa ou " +
          "captura pilhas iguais. Capturar nunca é obrigatório, mas não se pode passar.",
      ],
    },
    {
      id: "place",
      title: "Colocar uma peça",
      text: [
        "Ponha uma peça isolada da sua cor em qualquer célula vazia. Não captura nada. " +
          "Qualquer célula vazia serve, mesmo uma onde a peça seja logo capturada.",
      ],
      example: "place",
      steps: [
        "O tabuleiro está vazio, e Azul começa.",
        "Azul coloca uma peça em C3, no meio.",
        "Vermelho responde em D5.",
      ],
    },
    {
      id: "lower",
      title: "Capturar uma pilha mais baixa",
      text: [
        "Uma das suas pilhas captura uma pilha inimiga que *lhe toca* e é *mais baixa*. O " +
          "turno é só isso.",
        "A pilha que captura fica onde está. A pilha capturada recebe uma peça sua em cima: " +
          "passa a ser sua e fica *uma peça mais alta do que era*, por mais alta que seja a que " +
          "captura. Todas as *outras* pilhas do seu subgrupo saem do tabuleiro.",
      ],
      example: "lower",
      steps: [
        "A pilha C3 de Vermelho, de altura 3, toca em D3, de altura 1: pode capturá-la.",
        "D4 e E4 são do mesmo subgrupo que D3: vão sair. E3 toca nelas, mas tem altura 2.",
        "Depois de `C3xD3` a pilha em D3 é de Vermelho, com altura 2. D4 e E4 saíram; E3 fica.",
      ],
    },
    {
      id: "equal",
      title: "Capturar pilhas iguais, uma após outra",
      text: [
        "Uma das suas pilhas captura uma pilha inimiga da *mesma altura*. Aqui não precisam de " +
          "se tocar: basta que a sua pilha toque em *alguma* pilha do grupo a que pertence a " +
          "capturada.",
        "O efeito é o mesmo: a pilha capturada passa a ser sua e cresce uma peça, e o resto do " +
          "seu subgrupo sai do tabuleiro. Depois, a pilha *acabada de capturar* pode fazer o " +
          "mesmo com a nova altura, e assim por diante. Os grupos são vistos de novo de cada " +
          "vez. Pode parar depois de qualquer captura.",
        "Os dois tipos de captura nunca se misturam: pelo caminho não se capturam pilhas mais " +
          "baixas.",
      ],
      example: "chain",
      steps: [
        "A pilha B2 de Azul tem altura 2. Toca só em B3, mas através dela em todo o grupo " +
          "vermelho.",
        "`B2xC4`: C4 também tem altura 2. Passa a ser de Azul, com altura 3, e D4, o resto do " +
          "seu subgrupo, sai. Azul podia parar aqui.",
        "`B2xC4xE5`: C4 continua por D5. E5 passa a ser de Azul, com altura 4, e E4 sai. Não " +
          "há mais nada a capturar.",
      ],
    },
    {
      id: "win",
      title: "Ganhar",
      text: [
        "Ganha com a *captura* que deixa o adversário sem nenhuma pilha. Se isso acontecer a " +
          "meio de uma série de capturas, o jogo termina nesse momento. Não há empates.",
        "Só uma captura ganha: depois do primeiro turno de Azul, Vermelho ainda não tem " +
          "pilhas, e não perdeu.",
      ],
      example: "shortest",
      steps: [
        "O jogo mais curto. Azul começa no meio…",
        "… Vermelho coloca uma peça mesmo ao lado…",
        "… e Azul captura-a: `C3xC4`. Vermelho não tem mais pilhas; Azul ganhou.",
      ],
    },
    {
      id: "chain-win",
      title: "Ganhar com a segunda captura",
      text: [
        "Cada captura faz uma pilha uma peça mais alta; assim, uma série de capturas toma " +
          "pilhas de uma altura após outra.",
      ],
      example: "chain_wins",
      steps: [
        "Azul tem C5 e D4; Vermelho tem D5. É a vez de Vermelho.",
        "Vermelho captura C5, que agora é sua e tem altura 2. D4 não toca em C5, por isso não " +
          "era do mesmo subgrupo, e fica.",
        "A pilha D4 de Azul captura D5, que tem altura 1 como ela. Agora Azul tem em D5 uma " +
          "pilha de altura 2…",
        "… que toca em C5 e tem a mesma altura. Com `D4xD5xC5` é capturada a última pilha de " +
          "Vermelho: Azul ganhou.",
      ],
    },
    {
      id: "skip",
      title: "Turno saltado",
      text: [
        "Se não tem nenhum turno possível, o seu *turno é saltado*: o tabuleiro está cheio e " +
          "nenhuma das suas pilhas pode capturar nada. Não lhe custa tempo, e o adversário " +
          "continua. Não é raro, e nunca acontece aos dois ao mesmo tempo.",
      ],
      example: "skip",
      steps: [
        "Perto do fim de um jogo: o tabuleiro está cheio e é a vez de Vermelho.",
        "Depois de `B1xC2`, de Vermelho, Azul não pode colocar nem capturar nada.",
        "Por isso o turno de Azul é saltado, e é outra vez a vez de Vermelho.",
      ],
    },
    {
      id: "length",
      title: "Nenhuma posição se repete",
      text: [
        "Cada turno ou acrescenta uma peça ao tabuleiro ou faz uma pilha mais alta do que as " +
          "que retira. Por isso nada se repete, e não há regra de repetição. Os jogos podem ser " +
          "longos, e as pilhas podem ficar muito altas.",
        "Neste servidor um jogo termina sem vencedor ao fim de 10 000 turnos. Nenhum jogo " +
          "sensato chegou perto.",
      ],
    },
    {
      id: "notation",
      title: "Escrever os turnos",
      text: [
        "Uma peça colocada escreve-se como a sua célula: `C3`. Uma captura indica a pilha que " +
          "captura e depois as capturadas, por ordem, com um x entre elas: `C3xD3`, `B2xC4xE5`. " +
          "Um turno saltado escreve-se `skip` e conta como turno.",
      ],
    },
    {
      id: "clock",
      title: "O tempo neste servidor",
      text: [
        "Com relógio, *5+3* significa cinco minutos para cada jogador e mais três segundos com " +
          "cada turno. O primeiro turno de cada jogador é gratuito, mas tem de ser feito num " +
          "minuto, ou o jogo é anulado. Quem esgota o tempo perde.",
        "Nos jogos *por correspondência* todos os turnos têm o mesmo tempo, por exemplo um " +
          "dia. Também se pode jogar sem relógio, mas esses jogos não são pontuados.",
        "Se o adversário se ausentar por muito tempo, pode reclamar a vitória.",
      ],
    },
  ],
};
