"""The outbox: what Discord shows for each row, and how it is sent."""
