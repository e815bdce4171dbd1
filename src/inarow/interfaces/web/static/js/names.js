/** What a cell is called: "column 4, row 1, empty, win in 5 plies". Rows of falling games count from below. */
import { blockOf, Geometry } from "./geometry.js";
import { S } from "./strings.js";

/** The number that people use for a sub-board or a cell in it. */
export const numberOf = ([row, col], block) => row * block + col + 1;

export function placeName({ shape, falling }, [row, col]) {
	const { rows, block, row_labels: rowNames, col_labels: colNames } = shape;
	if (falling) return S.columnRow(colNames[col] || String(col + 1), rows - row);
	if (rowNames.length) return colNames[col] + rowNames[row];
	if (block)
		return S.boardCell(
			numberOf(blockOf([row, col], block), block),
			numberOf([row % block, col % block], block),
		);
	return S.rowColumn(row + 1, col + 1);
}

export function cellName(geometry, position, cell, move, value) {
	const [row, col] = cell;
	const mark = position.board[row][col];
	const parts = [placeName(geometry, cell), S.mark[mark] || mark];
	if (position.last && position.last[0] === row && position.last[1] === col) parts.push(S.lastStone);
	if (position.outcome?.lines.some((line) => line.some((at) => at[0] === row && at[1] === col)))
		parts.push(S.winningStone);
	if (mark === "." && move) {
		if (value) parts.push(value);
		const block = geometry.shape.block;
		if (!move.cell && move.sends.length) parts.push(S.choosesBoard(numberOf(move.sends[0], block)));
		else if (move.sends.length)
			parts.push(
				S.sendsTo(
					"XO"[1 - position.to_move],
					move.sends.map((at) => numberOf(at, block)),
				),
			);
	}
	return parts.join(", ");
}
