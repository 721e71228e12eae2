"""Discord's face: commands, components, messages and the outbox sender."""
