"""What verbs were called in ids that were posted before verbs had their feature's name. Such buttons work like new ones."""

OLD_NAMES = {
    # chat/press/presses.py reads the left side as the right side; nothing makes ids with the left side.
    "aye": "votes.agree",
    "nay": "votes.refuse",
    "unask": "votes.withdraw",
}
