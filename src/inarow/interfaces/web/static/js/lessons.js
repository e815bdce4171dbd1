/**
 * Rules by example: three positions and one to try, as moves from the start; `right` are the moves that
 * solve it. What is said of them is in the catalogue of words under the same name. A test plays all of them.
 */
export const LESSONS = {
	connect_four: { pictures: ["4", "4455667", "12233434474"], task: "445566", right: ["3", "7"] },
	random_drop: { pictures: ["44", "44?52", "4455667"], task: "445566", right: ["3", "7"] },
	mnk: {
		game: "mnk(rows=5,cols=5,k=4)",
		pictures: ["c3", "c3a1c2a2c4b1c5", "b2a1c3a2d4b1e5"],
		task: "c1c3e1c2a5c4",
		right: ["c5"],
	},
	tic_tac_toe: { pictures: ["b2", "a1b1a2b2a3", "b2a1a3c1b1b3c2a2c3"], task: "a1b2c1b1", right: ["b3"] },
	gomoku: {
		pictures: ["h8i9", "h8i7h9g9h10", "h8i7h9g9h10g7h11i11h12"],
		task: "h8i7h9g9h10g7h11i11",
		right: ["h7", "h12"],
	},
	nine_board: { pictures: ["55", "553", "55965258"], task: "5542535", right: ["7"] },
	ultimate_tic_tac_toe: {
		pictures: ["553", "616764", "126445296173835949851419568742275328"],
		task: "61676",
		right: ["4"],
	},
	pop_out: { pictures: ["44", "44p4", "4455667"], task: "56144547546p474", right: ["p5"] },
};
