"""Phrases that no text of the catalogues may contain, and the headings of the rules."""

import re
from collections.abc import Iterator

from data.catalogues import read
from data.words import DEFAULT, LOCALE, languages, words

LANGUAGES = languages()


SAID = {language: read(LOCALE / language).said for language in LANGUAGES}
"""The texts that each language itself has, by key; several for a message with plural forms."""

# A pattern that no text may contain, and the better words.
NEVER: dict[str, dict[str, str]] = {
    "pl": {
        r"\b[wW] ręku\b": "na ręce",
        r"(?<![.!?:>*#\n] )(?<![\n*\"„])(?<!^)\b(Twój|Twoj\w+|Twoi\w*|Ciebie|Tobie|Tobą|Cię|Ci)\b": "in small letters",
        r"\bCzekamy:": "Czekamy na:",
        r"\b(gra|gry|gier)\b(?= (rankingow|rozegran))": "partia",
        r"\b[gG]ra (już trwa|jeszcze trwa|toczy|potoczy|się (skończ|zacz)|już się|jeszcze się)": "partia",
        r"\b(początku|zakończeniu|zapisem) gry\b|skończonej grze|zakończyć grę": "partia",
        r"O wyniku przesądziło|Rozstrzyga:": "a sentence: Remis rozstrzyga …",
        r"[rR]usz\w* się\b|\bsię rusz\w*|rusza komputer": "zagrać, zrobić ruch",
        r"[wW]yklucz": "odsunąć od stołów",
        r"nie liczy się nikomu": "nie liczy się do rankingu",
        r"\b[wW] chwili|\bwzywan": "gdy; wołać",
        r"\bjako (czas|cisz)": "nie rozumiem tego czasu",
        r"FortHek": "FortHece, FortHecę, FortHecom",
        r"Sami Filchy": "Same Filchy",
        r"[zZ]obowiązani": "skrót",
        r"\b[rR]eguł": "zasady",
        r"\bzakończon": "skończony",
        r"\b\w+(łeś|łaś|łbyś|łabyś)\b": "no gender",
        r"[nN]azwij|\bna wiadomości\b(?! prywatn)|\b[wW] ukryciu\b": "podaj, wymień; w wiadomości; ukryty profil",
        r"[rR]ęce (przychodz|prywatn|na kanale|przy )|dosta\w+ jego rękę": "karty",
        r"([wW]ziąć|[wW]eź|[bB]iorę) wygran": "przyjąć wygraną",
        r"[kK]to (mnie|bota) prowadzi|prowadząc\w+ bota|\bpadły już\b|poszło od ciebie": "administracja bota; możesz",
        r"\b[dD]o \{when\}|`/zamki odwołaj": "koniec {when}; `/zamki zamknij`",
        r" …|—": "no space before …; one dash: –",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"\"": "„ ”",
        r"  ": "one space",
        r"\b(z|od|do|o|na|przez|przy|nad|między|[mM]iejsc[eau]|[rR]ęka|[wW]idok) \*{0,2}\{(name|names|who|host|clan|card)\}": (
            "no name where a case is needed: in brackets, after a colon, as the subject"
        ),
    },
    "en": {
        r"\bcan not\b": "cannot",
        r"\banew\b": "again",
        r"\b(for|silent for) long\b": "for a long time",
        r"\bclocks? stands?\b": "are stopped",
        r"\bput out\b": "removed",
        r"as it was said|\bdearest\b|\bthe own\b|[oO]f which time": "costliest; their; period",
        r"counts? for (nothing|nobody)|\bmade? .{0,24}\bvoid\b": "unrated; voided",
        r"[Aa]sked (now|of)\b": "to decide",
        r"(^|[.:;,] )[Ww]ho (has|have|first|stayed|laid|tries)\b|\bto who\b": "whoever",
        r"'|\b(can|don|isn|won|doesn)’t\b|\b([Ii]t|[Tt]hat)’s\b": "’, and no contractions",
        r"\bstands? (here|in the channel|on this|still)\b|begins? once more\b|\ball the same\b|\bShall\b": "is, again, anyway",
        r"[Nn]ot any more\b|\b[Ss]ay `": "no longer; type",
        r"\b(you|text|board|points|moderators|square) alone\b(?! against)|[tT]ake the win": "only; claim the win",
        r"\d (a|an) (tile|chapel)\b|\bpays? [+{\d]|is paid\b|\bas (it|one person) may\b": "per tile; scores; can",
        r"(raises|counts) no\b|half time|passes you over": "does not raise; halfway",
        r"\b((?!members)\w+s|story|owner) of (this|the) (server|table|tournament|game)\b": "on this server; this server’s …",
        r"\blaps(e|es|ed)\b|\b[hH]and (over|on) (the|this|my) seat": "expires, is dropped; give up",
        r"(wins?|[wW]on|immediately played|does it) at once\b|\b(until|by) \{when\}": "immediately; ends {when}",
        r" …|—": "no space before …; one dash: –",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"\"": "“ ”",
        r"  ": "one space",
    },
    "de": {
        r"(?<=[a-zäöüß,;–] )(Du|Dich|Dir|Dein\w*|Euch|Euer|Eure\w*)\b": "in small letters",
        r"(?<=[a-zäöüß,;–] )(Sie|Ihnen|Ihr\w*)\b": "people are called du",
        r"\bSpielbrett|\bSpielplan": "Brett",
        r"\bButton|\bSchaltfläche": "Knopf",
        r"\bErsteller|\bGastgeber": "Host",
        r"\bPrivatnachricht|\bDM\b": "Direktnachricht",
        r"\b[sS]itzplatz|\b[sS]itzplätze": "Platz",
        r"\b[uU]nentschieden\b(?! \{)": "Gleichstand",
        r"\b([dD]ieses|[dD]as|[eE]in) Spiel (ist vorbei|läuft|hat begonnen|endet)": "die Partie",
        r"\d%|\}%": "a space before %",
        r"\bHände\b|Computerspieler|Auffrischen|lese ich nicht|Sieg (ist )?(genommen|nehmen)": "Karten, Computergegner, …",
        r", darum\b|\b[sS]o eine?n? \w+ gibt es nicht|\bbis \{when\}": "deshalb, also, or a new sentence; Diese Karte …",
        r"[nN]immt \{fort\}|`/\w+ \w+` gehen\b": "erobert; funktionieren",
        r"\b(wen du|Personen) gesperrt|^Gesperrt:|[wW]as tut (das|du)\b": "blockiert; macht",
        r" …|—": "no space before …; one dash: –",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"[\"”]": "„ “",
        r"  ": "one space",
    },
}
KNOWN = tuple(NEVER)
"""The languages whose words tests check. A further language goes without."""

HEADING = 20
"""Maximum characters of a heading of the rules."""

TABLES = re.compile(r"```.*?```", re.DOTALL)
"""Tables in fixed width keep their spaces."""

# The same for the texts of one game in Polish: the word of its rulebook for a thing.
NEVER_IN = {
    "rycerze": r"wojownik|\bbębn|\bbęben\b",
    "torres": r"\bzapas",
    "zamek": r"kaplic[aey]\b|zakonni|rezerw|odsł|układa|położ",
    "budowa": r"dokład|dołoż|\bpol[aeu]\b",
}

FIRST_AND_LAST = {"pl": ("Cel", "Ruchy wpisywane"), "en": ("Goal", "Typed moves"), "de": ("Ziel", "Getippte Züge")}
"""The first and the last heading of the rules of every game, by language."""


def wrong(language: str, start: str = "") -> Iterator[str]:
    """Yields forbidden phrases in the messages whose keys begin with `start`, each with the better words."""
    for key, texts in SAID[language].items():
        for text in texts if key.startswith(start) else ():
            for pattern, better in NEVER.get(language, {}).items():
                if found := re.search(pattern, TABLES.sub("", text)):
                    yield f"{key}: {found[0]!r}, better: {better}"


def headings(language: str, game: str) -> list[str]:
    """Returns the headings of a game's rules. On a phone they are on the button below a refusal, beside "Why?"."""
    return re.findall(r"(?m)^\*\*(.+?)[.:]?\*\*", words(language)(f"{game}.rules"))


def first_and_last(language: str, game: str) -> tuple[str, str]:
    """Returns the first and the last heading that a game's rules should have: the English ones if a language has none."""
    own = language if f"{game}.rules" in SAID[language] else DEFAULT
    found = headings(language, game) or ["", ""]
    return FIRST_AND_LAST.get(own, (found[0], found[-1]))


def same_names(key: str, *, marked: bool) -> Iterator[str]:
    """Yields the languages in which the game has another game's name, or its Polish name, though not `marked` so."""
    for language in LANGUAGES:
        names = {other: texts[0] for other, texts in SAID[language].items() if re.fullmatch(r"[a-z]+\.name", other)}
        name = names.pop(f"{key}.name", None)
        if name is None:
            continue
        as_in_polish = language != "pl" and name == SAID["pl"][f"{key}.name"][0]
        if name in names.values() or as_in_polish != (marked and language != "pl"):
            yield language


REMEDY = {
    "en": r"`|\*\*|<t:|\b(choose|name|type|begin|start|wait|leave|change|add|move|take|play|reduce|discard|give|lower|list|look"
    r"|use|pick|ask|try|invite|unblock|write|open|show|watch|go|agree|answer|step|send|be more precise|you can|is possible)\b",
    "pl": r"`|\*\*|<t:|\b(wybierz|podaj|wpisz|poczekaj|zostaw|zmień|dodaj|wskaż|weź|zagraj|nazwij|wymień|zmniejsz|użyj"
    r"|doprecyzuj|wyślij|spróbuj|rozpocznijcie|zaproś|odblokuj|otwórz|napisz|poproś|zrób|przejdź|obejrzyj|obejrzeć|graj|grać|odpowiedz|zgódź"
    r"|wydłuż|zapytaj|sprawdź|odejdź|pokaż|do wyboru|możesz|możliwa)\b",
    "de": r"`|\*\*|<t:|\b(wähl|nenn|tippe|beginn|starte|warte|verlass|ändere|nimm|zieh|spiel|lass|leg|deck|sieh|frag|such"
    r"|versuch|lade|heb|schreib|öffne|eröffne|zeig|geh|stimm|antworte|schick|gib|dreh|setz|mach|bitte|hol|sag|bau|ergänze"
    r"|vergrößere|drück|du kannst|kannst du|können die|kann man|ist möglich)\b",
}
"""Phrases of a refusal that name a way on: a button, a word of the notation, an action, or when it will be possible."""
HELPLESS = {"tables.refusal.forgotten"}
"""Refusals that have no remedy; nothing can be done about a finished game either."""


def helpless(language: str, kind: str) -> Iterator[str]:
    """Yields the refusals whose keys contain `kind` and that do not say what to do instead."""
    for key, texts in SAID[language].items():
        if kind in key and key not in HELPLESS and not key.endswith("illegal.over"):
            yield from (
                f"{key}: {text}"
                for text in texts
                if language in REMEDY and not re.search(REMEDY[language], text, re.IGNORECASE)
            )


def buttons(language: str) -> Iterator[str]:
    """Yields bold names of no button, and names of buttons that are not bold. Rules and help have bold headings."""
    named = {text for key, texts in SAID[language].items() if not key.startswith("cogs.command.") for text in texts}
    for key, texts in SAID[language].items():
        if re.search(r"\.(rules|brief)$|^cogs\.(command\.|help\.(text|commands)$)", key):
            continue
        for text in texts:
            for bold in re.findall(r"\*\*(.+?)\*\*", text):
                if bold not in named and "{" not in bold and bold[-1] not in ".:":
                    yield f"{key}: **{bold}** is not what a button says"
            yield from (f"{key}: “{name}” is a button: bold" for name in re.findall(r"[„“]([^”{]+)”", text) if name in named)
