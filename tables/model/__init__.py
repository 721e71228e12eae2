"""What a table is: values, changes of them, and what Discord must be told."""
