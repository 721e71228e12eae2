"""The table service: what people may do at tables."""
