"""Cards: the parts of messages that several features share."""
