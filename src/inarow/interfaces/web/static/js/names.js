/** What a cell is called: "column 4, row 1, empty, win in 5 plies". Rows of falling games count from below. */
import { blockOf, same } from "./geometry.js";
import { joined, S } from "./strings.js";

/** The number that people use for a sub-board or a cell in it. */
const numberOf = ([row, col], block) => row * block + col + 1;

function placeName({ shape, falling }, [row, col]) {
	const { rows, block, row_labels: rowNames, col_labels: colNames } = shape;
	if (falling) return S.columnRow(colNames[col] || String(col + 1), rows - row);
	if (rowNames.length) return colNames[col] + rowNames[row];
	const inside = [row % block, col % block];
	return S.boardCell(numberOf(blockOf([row, col], block), block), numberOf(inside, block));
}

/** `note` is what else is to be said of the cell: its number, a threat. */
export function cellName(geometry, position, cell, move, value, note) {
	const { sides } = position;
	const mark = position.board[cell[0]][cell[1]];
	const { cols, block } = geometry.shape;
	const owner = sides[position.owners[numberOf(blockOf(cell, block), cols / block) - 1]];
	const takes = mark !== "." && same(move?.cell, cell);
	const free = (mark === "." && move) || takes;
	return joined([
		placeName(geometry, cell),
		mark === "." ? S.empty : sides["XO".indexOf(mark)],
		same(position.last, cell) && S.lastStone,
		position.outcome?.lines.flat().some((at) => same(at, cell)) && S.winningStone,
		owner && S.wonBy(owner),
		takes && S.takesOut,
		note,
		free && value,
		free && move.sends.length && sendsName(move, sides[1 - position.to_move], block),
	]);
}

/** Where a move lets the next stone lie. */
function sendsName({ cell, sends }, who, block) {
	const boards = sends.map((at) => numberOf(at, block));
	return cell ? S.sendsTo(who, boards) : S.choosesBoard(boards[0]);
}
