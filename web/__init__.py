"""The second face of the bot: pages on which a table can be watched, served over HTTP. It knows nothing of Discord."""
