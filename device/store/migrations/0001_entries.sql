-- The log: one row an event, never changed. `line` is the canonical JSON line, `digest` chains it to the row before.
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    line TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT;

CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
