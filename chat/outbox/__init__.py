"""The outbox: what each row has Discord show, and how it is sent."""
