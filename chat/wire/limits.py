"""Discord's limits in one table (documentation of November 2026); the tests check every command and component against them."""

from typing import Final

CUSTOM_ID: Final = 100
COMPONENTS: Final = 40
"""Components of one message, including nested ones."""
TEXT: Final = 4000
"""Characters of all text in a message with a layout."""
ROW_BUTTONS: Final = 5
BUTTON_LABEL: Final = 80
SELECT_OPTIONS: Final = 25
OPTION_LABEL: Final = 100
OPTION_DESCRIPTION: Final = 100
PLACEHOLDER: Final = 150
ALT: Final = 1024
GALLERY: Final = 10
MODAL_TITLE: Final = 45
FIELD_LABEL: Final = 45
FIELD_DESCRIPTION: Final = 100
COMMAND_NAME: Final = r"^[-_'\w]{1,32}$"
COMMAND_DESCRIPTION: Final = 100
COMMAND_CHARACTERS: Final = 8000
SUBCOMMANDS: Final = 25
AUTOCOMPLETE: Final = 25
AUTOCOMPLETE_TEXT: Final = 100
NONCE: Final = 25
TOKEN_LIFE_SECONDS: Final = 15 * 60
"""Seconds for which an answer can be edited by its token."""

THREAD_NAME = 100
"""Characters of a thread's name."""

PRIVATE_ROWS = 8
"""Rows of buttons and menus of a private message: with more, a phone's screen would not show the message itself."""
