"""Tools that developers run by hand, for example to see which tests prove which rule, and whether the tests notice a fault."""
