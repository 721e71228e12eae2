"""Finds numbered rules by words in the language of the person asking.

The texts are those of the catalogues, which every language has; the sheets in `docs/rules` are in English only. Letters are
compared without accents and capitals. A word of the question means a word of a rule, from the surest to the least sure:

- if both are equal;
- if they have the same beginning, at least three letters and three fifths of the longer word. Endings differ by case and number
  in Polish and German, and Polish stems change near their end as well (zamek, zamku);
- if the word is part of a longer one (Burg in Königsburg);
- if a slip of the finger makes the difference: one letter wrong, missing, too many or swapped in a word of five letters or
  more. Only words that nothing else explains are taken for slips.

Words in few rules weigh more than words in many, as usual in text search (inverse document frequency).
"""

import functools
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from asking.rulebook import Clause, Section, sections
from data.words import words as words_of

LONGEST = 100
"""Maximum characters of a question."""

WORDS = 8
"""Maximum words of a question that are looked for."""

BEST = 3
"""Maximum rules found."""

SAME_LETTERS, SAME_SHARE = 3, 0.6
"""How much of the beginning two words have in common if they are forms of one word."""

PART, SLIP = 0.5, 0.4
"""How sure it is that a part of a word is meant, and a slip."""

SHORTEST_PART, SHORTEST_SLIP = 4, 5
"""Minimum letters of words that may be parts, and of those that may be slips."""

HEADED = 0.3
"""How much more a word counts that is in the heading of the rule's page."""

LEAST = 0.8
"""The least score of a rule that is worth showing: words that stand in every second rule do not reach it."""

OTHER_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart into a letter and an accent."""


class Hit(msgspec.Struct, frozen=True):
    """A rule of a game."""

    game: str
    section: Section
    clause: Clause


class _Index(msgspec.Struct, frozen=True):
    """The words of each rule of some games, and in how many rules a word is."""

    hits: tuple[Hit, ...]
    texts: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Of each rule, with its heading, and those of the heading."""
    vocabulary: frozenset[str]


def find(games: Sequence[str], language: str, question: str, *, inside: str = "") -> tuple[Hit, ...]:
    """Returns the rules of these games that answer a question, the best first; only of the game `inside` if there is one."""
    index = _index(tuple(games), language)
    scores = [0.0] * len(index.hits)
    for word in dict.fromkeys(list_words(question[:LONGEST])[:WORDS]):
        meant = _meanings(word, index.vocabulary)
        sure = [_sure_in(text, meant) + HEADED * _sure_in(heading, meant) for text, heading in index.texts]
        frequent = sum(share > 0 for share in sure)
        if frequent:
            rare = math.log(len(sure) / frequent)
            scores = [score + rare * share for score, share in zip(scores, sure, strict=True)]
    ranked = sorted(range(len(scores)), key=lambda at: -scores[at])
    return tuple(index.hits[at] for at in ranked if scores[at] >= LEAST and inside in {"", index.hits[at].game})[:BEST]


def rule(game: str, language: str, number: str) -> Hit | None:
    """Returns the rule of this number."""
    return next((each for each in _hits(game, language) if each.clause.number == number), None)


def list_words(text: str) -> list[str]:
    """Returns the words of a text, without accents and capitals."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(OTHER_LETTERS))
    return re.findall(r"[^\W_]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


@functools.lru_cache(maxsize=32)
def _index(games: tuple[str, ...], language: str) -> _Index:
    hits = tuple(hit for game in games for hit in _hits(game, language))
    headings = [frozenset(list_words(hit.section.heading)) for hit in hits]
    texts = [frozenset(list_words(hit.clause.text)) | heading for hit, heading in zip(hits, headings, strict=True)]
    return _Index(hits, tuple(zip(texts, headings, strict=True)), frozenset().union(*texts))


def _hits(game: str, language: str) -> Iterable[Hit]:
    return (Hit(game, section, clause) for section in sections(game, words_of(language)) for clause in section.rules)


def _sure_in(text: frozenset[str], meant: Mapping[str, float]) -> float:
    """Returns how surely a word of the question is in a text."""
    return max((meant[each] for each in text & meant.keys()), default=0.0)


def _meanings(word: str, vocabulary: frozenset[str]) -> Mapping[str, float]:
    """Returns the words of the rules that a word of the question may mean, and how sure that is."""
    found = {each: share for each in vocabulary if (share := _sureness(word, each)) > 0}
    return found or {each: SLIP for each in vocabulary if _is_slip(word, each)}


def _sureness(word: str, other: str) -> float:
    """Returns how sure it is that two words are forms of one, or that one is a part of the other."""
    if word == other:
        return 1.0
    same = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), min(len(word), len(other)))
    share = same / max(len(word), len(other))
    if same >= SAME_LETTERS and share >= SAME_SHARE:
        return share
    return PART if len(word) >= SHORTEST_PART and word in other else 0.0


def _is_slip(word: str, other: str) -> bool:
    """Returns whether one slip makes the difference to another word, or to its beginning: its ending may be another one."""
    return len(word) >= SHORTEST_SLIP and any(
        _one_slip(word, other[:length]) for length in range(len(word) - 1, len(word) + 2) if length <= len(other)
    )


def _one_slip(one: str, two: str) -> bool:
    """Returns whether one letter is wrong, missing, too many, or swapped with the next."""
    shorter, longer = sorted((one, two), key=len)
    at = next((at for at, (left, right) in enumerate(zip(shorter, longer, strict=False)) if left != right), len(shorter))
    if len(shorter) < len(longer):
        return shorter[at:] == longer[at + 1 :]
    swapped = shorter[at + 1 : at + 2] + shorter[at : at + 1]
    return shorter[at + 1 :] == longer[at + 1 :] or (swapped == longer[at : at + 2] and shorter[at + 2 :] == longer[at + 2 :])
