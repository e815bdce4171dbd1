// @ts-check
/**
 * The views of the server as JSDoc types (see docs/web_protocol.md). No code.
 *
 * @typedef {[number, number]} Cell  row and column from the top left, from 0
 * @typedef {0|1} Seat
 * @typedef {{rows: number, cols: number, block: number, row_labels: string[], col_labels: string[]}} Shape
 * @typedef {{action: number, text: string, cell: Cell|null, sends: Cell[], chance: number|null}} Move
 * @typedef {{winner: Seat|null, reason: string, words: string, lines: Cell[][]}} Outcome
 * @typedef {{game: string, shape: Shape, board: string[], to_move: Seat, dice: boolean, ply: number,
 *   last: Cell|null, note: string, active: Cell[], legal: Move[], outcome: Outcome|null,
 *   words: string, text: string, moves: string}} Position
 * @typedef {{id: number, parent: number|null, action: number|null, text: string, player: Seat|null,
 *   ply: number, cell: Cell|null, dice: boolean, comment: string, seconds: number|null}} TreeNode
 * @typedef {{left: [number, number], running: Seat|null, increment: number}} Clocks
 * @typedef {{waiting: string, outcome: Outcome|null, words: string, can_take_back: boolean,
 *   can_resign: boolean, paused: boolean, delay: number, clocks: Clocks|null}} Status
 * @typedef {{id: string, game: string, seats: [string, string], names: [string, string],
 *   limit: string, takeback: boolean, judge: boolean, seed: number, version: number,
 *   nodes: TreeNode[], cursor: number, position: Position, status: Status,
 *   rematch_of: string|null}} Game
 * @typedef {{kind: "proven"|"bound"|"estimate", words: string, score: number, result: string|null,
 *   plies: number|null, at_most: boolean, chance: number}} Value
 * @typedef {{action: number, text: string, cell: Cell|null, value: Value|null, best: boolean,
 *   reason: string}} EngineMove
 * @typedef {{action: number, text: string, cell: Cell|null, player: Seat}} LineMove
 * @typedef {{type: string, re: number, engine: string, agent: string, game: string|null,
 *   node: number|null, running: boolean, cached: boolean, value: Value|null, moves: EngineMove[],
 *   line: LineMove[], depth: number|null, nodes: number, seconds: number, path: string, limit?: string}} Analysis
 * @typedef {{kind: string, words: string, player: Seat|null, cells: Cell[], lines: Cell[][],
 *   moves: LineMove[]}} Reason
 * @typedef {{node: number, parent: number, player: Seat, text: string, verdict: string,
 *   words: string, best: string, best_words: string, loss: number, chance: number,
 *   value: Value|null, line: LineMove[]}} Reviewed
 * @typedef {{name: string, type: string, default: any, low: number|null, high: number|null,
 *   choices: string[], optional: boolean, help: string, range: string}} Option
 * @typedef {{name: string, summary: string, options: Option[], agents: string[], spec: string,
 *   chance: boolean}} GameEntry
 * @typedef {{name: string, summary: string, options: Option[],
 *   rating: Record<string, {elo: number, error: number, games: number}>, level: boolean}} AgentEntry
 * @typedef {{version: string, games: GameEntry[], agents: AgentEntry[], broken: string[],
 *   engines: string[], max_cells: number, max_seconds: number, features: string[]}} Catalogue
 * @typedef {{id: number, parent: number|null, text: string, player: Seat|null,
 *   numbers: Record<string, number|string|null>}} TraceNode
 * @typedef {{phase: string, words: string, path: number[], changed: TraceNode[],
 *   rollout: LineMove[]}} TraceStep
 * @typedef {{rank: number, player: string, games: number, wins: number, draws: number,
 *   losses: number, points: number, elo: number|null, error: number|null,
 *   failures: Record<string, number>}} PlayerRow
 * @typedef {{player: string, opponent: string, wins: number, draws: number, losses: number}} CrossCell
 * @typedef {{file: string, name: string, game: string, done: number, total: number|null,
 *   running: boolean, words: string, table: PlayerRow[], cross: CrossCell[]}} Arena
 */
export {};
