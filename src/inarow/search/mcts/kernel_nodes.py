"""The tree of a Monte Carlo search in one flat array: nodes, their children, what is proven.

A node is an index into an array of records. The children of a node lie side by side in blocks, so
that choosing among them reads little memory. A game with few actions needs one block per node; with
more actions blocks are chained, and the last slot of each points to the next:

    node 5 ──first──> [ c0 c1 c2 c3 c4 c5 c6 ]                     7 actions: one block
    node 9 ──first──> [ c0 ... c15 | link ] ──> [ c16 ... | link ] 225 actions: a chain

Node 0 is the root; slot 1 only counts the slots in use. A node gets its first block when it is
visited for the second time, so the many nodes that are seen once cost 24 bytes each. A node is
expanded by one thread at a time; another thread that meets it meanwhile is sent away.

Proven results: each node knows the least (`low`) and the most (`high`) that the player who moved
into it can reach: -1 loss, 0 draw, 1 win. The end of a game makes them equal.
"""

import numpy as np

from inarow.options import record_fields
from inarow.search.mcts.plain import Settings
from inarow.search.native.bits import add_shared, draw, load_shared, next_random, swap_shared
from inarow.search.native.jit import Array, Int, Struct, part
from inarow.search.native.position import can_win, count_legal, is_legal, play

NODE = np.dtype(
    [
        ("visits", "i4"),
        ("first", "i4"),  # the first block of children, 0 if none; of a link the next block
        ("wins", "f8"),  # points of the player who moved into the node
        ("action", "i2"),
        ("legal", "i2"),  # how many actions are legal; negative where the dice decide
        ("count", "i2"),  # how many of them have a child
        ("low", "i1"),
        ("high", "i1"),
    ],
    align=True,
)
BLOCK = 16
"""Children per block where blocks are chained."""
LOCKS = 1024

SETTINGS = np.dtype(
    [
        *record_fields(Settings),
        ("mover", "i8"),  # who moved into the root
        ("block", "i8"),  # children per block: all that there can be, or BLOCK
        ("link", "i8"),  # 1 if blocks are chained
        ("reserve", "i8"),  # slots that must be free when a simulation begins
        ("shared", "i8"),  # several threads work on the tree
        ("locks", "i8", LOCKS),  # node n is expanded by the thread that holds lock n modulo LOCKS
    ],
    align=True,
)


@part
def is_proven(tree: Array, node: int) -> bool:
    """Whether the bounds of a node meet."""
    return tree[node].low == tree[node].high


@part
def winner_by_bounds(tree: Array, node: int, mover: int) -> int:
    """The winner at a proven node, -1 for a draw."""
    if tree[node].low == 0:
        return -1
    return mover if tree[node].low > 0 else mover ^ 1


@part
def count_children(tree: Array, settings: Struct, node: int) -> int:
    """How many children a node has; all of them are complete.

    A thread that adds a child describes it first and then raises the count. Here the count is read
    first and the children afterwards, in this order for every processor.
    """
    if settings.shared:
        return Int(load_shared(tree, node, "count"))
    return Int(tree[node].count)


@part
def best_bounds(tree: Array, settings: Struct, node: int) -> tuple[int, int]:
    """What the player to move is sure of, and the most to hope for, among the children."""
    low, high = -1, -1
    count = count_children(tree, settings, node)  # before anything else of the children is read
    slot = Int(tree[node].first)
    for index in range(count):
        low = max(low, Int(tree[slot].low))
        high = max(high, Int(tree[slot].high))
        slot = next_child(tree, settings, slot, index)
    return low, high


@part
def next_child(tree: Array, settings: Struct, slot: int, index: int) -> int:
    """The slot of the child after the one with this index, which lies in `slot`."""
    if settings.link and index % BLOCK == BLOCK - 1:
        return Int(tree[slot + 1].first)
    return slot + 1


@part
def find_child(tree: Array, settings: Struct, node: int, action: int) -> int:
    """The child for an action, or -1."""
    count = count_children(tree, settings, node)
    slot = Int(tree[node].first)
    for index in range(count):
        if tree[slot].action == action:
            return slot
        slot = next_child(tree, settings, slot, index)
    return Int(-1)


@part
def new_slot(tree: Array, settings: Struct, node: int) -> int:
    """The place for one more child; blocks are added where they are needed."""
    count = Int(tree[node].count)
    if count == 0:
        tree[node].first = new_block(tree, settings)
        return Int(tree[node].first)
    slot = Int(tree[node].first)
    while settings.link and count > BLOCK:
        slot = Int(tree[slot + BLOCK].first)
        count -= BLOCK
    if settings.link and count == BLOCK:
        tree[slot + BLOCK].first = new_block(tree, settings)
        return Int(tree[slot + BLOCK].first)
    return slot + count


@part
def new_block(tree: Array, settings: Struct) -> int:
    """Take slots that are not in use yet."""
    size = settings.block + settings.link
    if settings.shared:
        return Int(add_shared(tree, 1, "first", size))
    start = Int(tree[1].first)
    tree[1].first += size
    return start


@part
def nth_legal(pos: Struct, without: int, n: int) -> int:
    """The n-th legal action, in ascending order, leaving out those of a set."""
    for action in range(pos.actions):
        if (action > 63 or not without >> action & 1) and is_legal(pos, action):
            if n == 0:
                return action
            n -= 1
    return -1


@part
def nth_untried(tree: Array, settings: Struct, pos: Struct, node: int, word: int) -> int:
    """The legal action without a child that a random word picks, or -1 if there is none."""
    untried = Int(tree[node].legal) - tree[node].count
    if untried <= 0:  # another thread was faster
        return Int(-1)
    n = draw(word, untried)
    tried, many = 0, pos.actions > 63
    slot = Int(tree[node].first)
    for index in range(tree[node].count):
        if many:
            pos.marks[tree[slot].action] = 1
        else:
            tried |= 1 << Int(tree[slot].action)
        slot = next_child(tree, settings, slot, index)
    if not many:
        return nth_legal(pos, tried, n)
    found = Int(-1)
    for action in range(pos.actions):
        if found < 0 and not pos.marks[action] and is_legal(pos, action):
            if n == 0:
                found = action
            n -= 1
        pos.marks[action] = 0
    return found


@part
def expand(tree: Array, settings: Struct, pos: Struct, node: int, action: int, before: int) -> int:
    """Make the child of an action (-1: of any untried one) and play it.

    `before` is who moved into the node. Gives -1, and plays nothing, if another thread is at it.
    """
    lock = node % LOCKS
    if settings.shared and not swap_shared(settings.locks, lock, 0, 1):
        return Int(-1)
    if action < 0:
        pos.random = next_random(pos.random)
        action = nth_untried(tree, settings, pos, node, pos.random)
    elif settings.shared and find_child(tree, settings, node, action) >= 0:
        action = Int(-1)
    if action < 0:
        swap_shared(settings.locks, lock, 1, 0)
        return Int(-1)
    mover, by_dice = pos.player, pos.drops > 0
    play(pos, action)
    slot = new_slot(tree, settings, node)
    describe(tree, settings, pos, slot, action, mover)
    if settings.decisive and pos.won and pos.winner == mover and not by_dice:
        # Its parent is decided, and it replaces its siblings, unless other threads may be there.
        tree[node].low = tree[node].high = 1 if before == mover else -1
        if not settings.shared:
            tree[node].first = slot
            tree[node].count = 0
    if settings.shared:
        add_shared(tree, node, "count", 1)
        swap_shared(settings.locks, lock, 1, 0)
    else:
        tree[node].count += 1
    return slot


@part
def describe(
    tree: Array, settings: Struct, pos: Struct, slot: int, action: int, mover: int
) -> None:
    """Write down what the rules say of the position of a new node."""
    legal = count_legal(pos)
    low, high = -1, 1
    if pos.won:
        low = high = 1 if pos.winner == mover else -1
    elif legal == 0:
        low = high = 0
    elif pos.drops:
        legal = -legal
    elif settings.solve and can_win(pos):
        # After choosing one of nine boards the same player goes on.
        low = high = 1 if pos.player == mover else -1
    tree[slot].action, tree[slot].legal = action, legal
    tree[slot].low, tree[slot].high = low, high
