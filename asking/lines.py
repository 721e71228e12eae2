"""Moves as people type them: words of the notation, partial or whole, or parts of their labels in the menus; several in one
line with `;` between them.
"""

from asking.asker import Asker
from data.words import Words
from engines.contract import Choices, IllegalMove, Move
from engines.notation import read
from tables.errors import Refusal
from tables.rules.reading import Reading

LONGEST = 160
"""Maximum characters of a typed move that are read. It is above what any move needs, also in the words of the menus. Each word
costs a look at the rules, while everybody waits.
"""

EXPLAINED = "—"
"""Separates the meaning of a suggestion from the line that it sends."""

MOVES = 20
"""Maximum moves in one line."""

EXAMPLES = 5
"""Maximum moves named when several fit."""


class NotationLine(str):
    """A move as it is typed: words of the notation, in which nothing needs escaping."""

    __slots__ = ()


def parts(line: str) -> list[str]:
    """Split a typed line into its moves, leaving out empty ones. Raises Refusal if there are too many or none.

    The explanation in a suggestion (`Knight, c3, e5 — move c3 e5`) is removed from each move.
    """
    found = [move for move in map(bare, line.split(";")) if move]
    if not found:
        raise Refusal("tables.refusal.unreadable")
    if len(found) > MOVES:
        raise Refusal("cogs.refusal.too-many-moves", limit=MOVES)
    return found


def bare(typed: str) -> str:
    """Returns a typed move without its explanation (a client keeps the text of a suggestion when the person goes on typing)."""
    return typed.rpartition(EXPLAINED)[2].strip()


def suggest_lines(asker: Asker, reading: Reading, typed: str, words: Words, *, longest: int) -> list[tuple[str, str]]:
    """Suggest whole lines of at most `longest` characters that continue the one being typed, each with the meaning of its last
    move.

    The moves before the last `;` are tried on a copy. If the rules refuse one of them, the only suggestion says why; if one
    would reveal something, it says that nothing can be planned beyond it.
    """
    *done, last = typed.split(";")
    line = ""
    for part in done:
        try:
            move = understand(asker, reading, bare(part), words)
        except (Refusal, IllegalMove) as refusal:
            return [(line + bare(part), refusal_text(refusal, words))]
        line += " ".join(move)
        further = reading.with_move(move)
        if further is None:
            reason = reading.illegal(move)
            return [(line, words("cogs.move.first") if reason is None else refusal_text(reason, words))]
        reading = further
        line += "; "
        if len(line) > longest:
            return []
    begun = bare(last) if EXPLAINED in last else last
    found = fitting(asker, reading, begun, words)
    if found or not begun.strip():
        return [(line + " ".join(move), asker.labels(reading, words).line(move)) for move in found]
    try:
        move = understand(asker, reading, begun, words)
    except (Refusal, IllegalMove):
        return []
    reason = reading.illegal(move)
    return [(line + " ".join(move), asker.labels(reading, words).line(move) if reason is None else refusal_text(reason, words))]


def refusal_text(reason: Refusal | IllegalMove, words: Words) -> str:
    """Returns why a move is refused, as plain text."""
    values = reason.values if isinstance(reason, Refusal) else reason.parameters
    return "✋ " + words(reason.key, **values).replace("`", "").replace("*", "").replace(EXPLAINED, "–")


def fitting(asker: Asker, reading: Reading, typed: str, words: Words) -> list[Move]:
    """Returns the continuations of what was typed, each up to the next real choice or the end of the move."""
    typed = typed[:LONGEST].lstrip()
    found = reading.complete(typed)
    if not found and typed.strip():
        typed = _translate_line(asker, reading, typed, words)
        found = reading.complete(typed)
    while len(found) == 1 and not reading.choices(found[0]).complete:
        further = reading.complete(" ".join(found[0]) + " ")
        if not further or further == found:
            break
        found = further
    return found


def _translate_line(asker: Asker, reading: Reading, typed: str, words: Words) -> str:
    """Returns the line in the notation's words: each word that matches exactly one choice by part of its label is replaced."""
    if reading.view is None:
        return typed
    labels = asker.labels(reading, words)
    said, choices = _first_question(reading)
    line = list(said)
    for token in typed.casefold().split():
        if not choices.words:
            line.append(token)  # the words before it are no legal start
            continue
        read_as = zip(choices.words, labels.words(choices, said), strict=True)
        named = {word for word, label in read_as if token == word or token in label.casefold()}
        line.append(named.pop() if len(named) == 1 else token)
        if choices.together == 1:
            said = tuple(line)
            choices = reading.choices(said)
    return " ".join(line)


def _first_question(reading: Reading) -> tuple[Move, Choices]:
    """Returns the first real question of a move."""
    said: Move = ()
    choices = reading.choices()
    while len(choices.words) == 1 and choices.together == 1 and not choices.complete:
        said = (*said, choices.words[0])
        choices = reading.choices(said)
    return said, choices


def understand(asker: Asker, reading: Reading, typed: str, words: Words) -> Move:
    """Returns the move that somebody means. Raises Refusal if it is no move, or could be several. A line that begins like a
    legal move but is none is returned unchanged: the rules give the best reason.
    """
    found = fitting(asker, reading, typed, words)
    written = " ".join(typed[:LONGEST].lower().split())
    exact = [move for move in found if " ".join(move) == written]
    if exact or len(found) == 1:
        return (exact or found)[0]
    if found:
        raise Refusal("cogs.refusal.which-move", moves=tuple(NotationLine(" ".join(move)) for move in found[:EXAMPLES]))
    choices = reading.choices()
    if not choices.words:
        raise Refusal("tables.refusal.not-your-turn")
    verb, *rest = written.split()
    if verb not in choices.words:
        verb = _verb(reading.info.game, verb, words)
    if not verb:
        raise Refusal("cogs.refusal.no-such-move")
    move = read(" ".join((verb, *rest)))
    illegal = reading.illegal(move)
    return move if illegal is None else illegal.meant or move


def _verb(game: str, token: str, words: Words) -> str:
    """Returns the first word of a move that is not offered now, by the notation or part of its label; "" for no such word."""
    kin = f"{game}.word."
    if words.has(kin + token):
        return token
    verbs = (key.removeprefix(kin) for key in words.keys() if key.startswith(kin))  # noqa: SIM118
    found = [verb for verb in verbs if "." not in verb and token in words(kin + verb).casefold()]
    return found[0] if len(found) == 1 else ""
