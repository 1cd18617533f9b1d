// Cells and positions as texts, for drawing: which cells a board has, where they are, who stands
// there. What may be played is asked of the referee, never worked out here.

const letter = (row) => String.fromCharCode(65 + row);

// Cells of a board in the order of the position text: {name, row (0 = A), number, x, y}. x and y
// are in units of the distance between neighbours, y growing upwards, the middle cell at 0, 0.
export function cellsOf(size) {
  const cells = [];
  for (let row = 0; row < 2 * size - 1; row++)
    for (let number = 1; number <= 2 * size - 1; number++)
      if (Math.abs(row + 1 - number) < size) cells.push(cellAt(size, row, number));
  return cells;
}

function cellAt(size, row, number) {
  const up = row + 1 - size;
  return {
    name: `${letter(row)}${number}`,
    row,
    number,
    x: number - size - up / 2,
    y: (up * Math.sqrt(3)) / 2,
  };
}

// A position text as {size, toMove, stacks: Map of name to {color, height}}. The text comes from
// the server or the referee: it is well formed.
export function readPosition(text) {
  const [board, side] = text.split(" ");
  const size = (board.split("/").length + 1) / 2;
  const stacks = new Map();
  const marks = board.match(/\.|[br]\d+/g);
  cellsOf(size).forEach(({ name }, index) => {
    const mark = marks[index];
    if (mark !== ".")
      stacks.set(name, { color: colorOf(mark[0]), height: Number(mark.slice(1)) });
  });
  return { size, toMove: colorOf(side), stacks };
}

function colorOf(letterOfColor) {
  return letterOfColor === "b" ? "blue" : "red";
}

// The cells of a turn: ["C3"], ["B2", "C4"], none for a skip.
export function cellsOfTurn(turn) {
  return turn === "skip" ? [] : turn.split("x");
}

export function otherColor(color) {
  return color === "blue" ? "red" : "blue";
}
