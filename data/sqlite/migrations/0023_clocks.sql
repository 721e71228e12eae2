-- A table with a clock that nothing was due at any more stood for ever: it is looked at again.
UPDATE tables SET due = changed WHERE state = 'playing' AND due IS NULL AND thinking = 0 AND pace <> 'none';
