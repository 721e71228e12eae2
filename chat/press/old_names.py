"""Names that verbs had in 1.0.0 and have no longer. Its messages are still there, and their buttons work like new ones."""

OLD_NAMES = {
    "takeback.agree": "votes.agree",
    "takeback.refuse": "votes.refuse",
    "takeback.withdraw": "votes.withdraw",
}
"""Old name → current name. No new id uses an old name."""
