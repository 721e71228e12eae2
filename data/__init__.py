"""Everything that is stored or read: the store, component tables, catalogues and fonts."""
