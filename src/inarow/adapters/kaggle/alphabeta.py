"""Alpha-beta for Kaggle, which looks deeper until its time is up.

It is exact as soon as it reaches the end of the game. Before that a position is judged by its
threats, cells that would complete a line, unless there is a better judge. What makes it look far:

    only sensible moves     threats are answered, no stone falls below one, so most moves drop out
    a win seen early        a move that leaves no sensible reply has won
    cheap forced moves      an answer without choice costs a quarter of a ply
    order                   the move that was best before, then the one that makes most threats
    a table                 a position that is met again is not searched again; kept between moves
"""

from time import perf_counter

from inarow.adapters.kaggle.board import Board

WIN = 100_000
"""A score from here on is a proven win, the higher the sooner; below are estimates."""
PLY, FORCED = 4, 1
"""What a free and a forced move cost of the depth."""
MOST_DEPTH = 50 * PLY
MOST_KEPT = 600_000
"""Positions in the table before it is emptied: some 200 megabytes."""
GOOD_ROW, BAD_ROW = 24, 8
"""What a threat is worth in a row where its owner comes to play, and elsewhere."""
LESS, MORE, EXACT = -1, 1, 0
"""What the table knows of a score: at most, at least, or exactly the one of the entry."""

Entry = tuple[int, int, int, int]


class OutOfTime(Exception):
    """Raised inside a search whose time is up."""


class Search:
    """Alpha-beta on one size of board; its table lives as long as the game."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table: dict[int, Entry] = {}
        self.deadline = 0.0
        odd = board.bottom * sum(1 << row for row in range(0, board.rows, 2))
        even = board.all ^ odd
        self.planes = [  # the digits of the ranks: sums of ranks are sums of counted bits
            (digit, sum(cell for cell, rank in board.rank.items() if rank >> digit & 1))
            for digit in range(max(board.rank.values()).bit_length())
        ]
        # Where columns have an even height, the player who began gets the last word in odd rows.
        self.good = (odd, even) if board.rows % 2 == 0 else (board.all, board.all)

    def best(self, own: int, filled: int, seconds: float) -> int:
        """The cell to play; the position has at least one."""
        board = self.board
        self.deadline = perf_counter() + seconds
        landing, free = board.landing(filled), board.all ^ filled
        wins, danger = board.winning(own, free), board.winning(own ^ filled, free)
        if wins & landing:
            return wins & landing & -(wins & landing)
        moves = board.bits(board.sensible(landing, danger) or landing & danger or landing)
        moves.sort(key=board.rank.__getitem__, reverse=True)
        left, depth = board.cells - filled.bit_count(), 0
        if len(self.table) > MOST_KEPT:
            self.table.clear()
        while len(moves) > 1 and depth < min(PLY * left, MOST_DEPTH):
            depth += PLY
            try:
                score = self._order(moves, own, filled, danger, depth)
            except OutOfTime:
                break
            if abs(score) >= WIN:
                break
        return moves[0]

    def _order(self, moves: list[int], own: int, filled: int, danger: int, depth: int) -> int:
        """Put the best move first, and give its score; also if time is up before all are seen."""
        board, best = self.board, -2 * WIN
        for move in list(moves):
            threats = board.winning(own | move, board.all ^ filled ^ move)
            score = -self.score(
                own ^ filled, filled | move, danger & ~move, threats, depth - PLY, -2 * WIN, -best
            )
            if score > best:
                best = score
                moves.remove(move)
                moves.insert(0, move)
        return best

    def score(
        self, own: int, filled: int, wins: int, danger: int, depth: int, low: int, high: int
    ) -> int:
        """The score for the player to move, exact between `low` and `high`, else a bound.

        Args:
            own: stones of the player to move.
            filled: stones of both players.
            wins: free cells that complete a line of that player.
            danger: free cells that complete a line of the other.
            depth: how far to look.
            low: what that player has already.
            high: what the other one will not allow.
        """
        board = self.board
        left = board.cells - filled.bit_count()
        landing = board.landing(filled)
        if wins & landing:
            return WIN + left
        moves = board.sensible(landing, danger)
        if not moves:
            return 1 - WIN - left if landing else 0
        if left <= 2:
            return 0
        if depth <= 0:
            return self.estimate(own, filled, wins, danger)
        key = own + filled
        entry = self.table.get(key)
        first = 0
        if entry is not None:
            known, kind, reach, first = entry
            if reach >= depth or abs(known) >= WIN:
                if kind == EXACT or (kind == MORE and known >= high):
                    return known
                if kind == LESS and known <= low:
                    return known
        if perf_counter() > self.deadline:
            raise OutOfTime
        best, move = self._search(own, filled, wins, danger, (moves, first), depth, low, high)
        kind = LESS if best <= low else MORE if best >= high else EXACT
        self.table[key] = best, kind, depth, move
        return best

    def _search(
        self,
        own: int,
        filled: int,
        wins: int,
        danger: int,
        choice: tuple[int, int],
        depth: int,
        low: int,
        high: int,
    ) -> tuple[int, int]:
        """Try the moves of a choice, which names the one that is to be first; score and move."""
        board = self.board
        moves, first = choice
        landing, free = board.landing(filled), board.all ^ filled
        tries = []
        while moves:
            move = moves & -moves
            moves ^= move
            threats = board.winning(own | move, free ^ move)
            replies = landing ^ move | move << 1 & board.all
            if replies and not board.sensible(replies, threats):
                return WIN + board.cells - filled.bit_count() - 2, move
            order = 1000 * threats.bit_count() + board.rank[move]
            tries.append((1 << 40 if move == first else order, move, threats))
        tries.sort(reverse=True)
        depth -= PLY if len(tries) > 1 else FORCED
        best, chosen = -2 * WIN, 0
        for _, move, threats in tries:
            score = -self.score(
                own ^ filled, filled | move, danger & ~move, threats, depth, -high, -max(low, best)
            )
            if score > best:
                best, chosen = score, move
                if best >= high:
                    break
        return best, chosen

    def estimate(self, own: int, filled: int, wins: int, danger: int) -> int:
        """Threats of both, by the rows in which they are, and how central their stones lie."""
        mover = filled.bit_count() % 2
        mine, yours = self.good[mover], self.good[1 - mover]
        other = own ^ filled
        score = sum(
            ((own & cells).bit_count() - (other & cells).bit_count()) << digit
            for digit, cells in self.planes
        )
        score += GOOD_ROW * ((wins & mine).bit_count() - (danger & yours).bit_count())
        return score + BAD_ROW * ((wins & ~mine).bit_count() - (danger & ~yours).bit_count())
