-- Which seeks and challenges were accepted lately: an accept whose reply was lost can be sent again
-- to the next process too.

-- Only the latest are kept; `number` grows along them. The seek or challenge itself is gone.
CREATE TABLE accepted (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL CHECK (length(id) = 12),        -- of the seek or challenge
    account TEXT NOT NULL REFERENCES accounts (id),  -- who accepted it
    game TEXT NOT NULL REFERENCES games (id)         -- that came of it
) STRICT;

CREATE INDEX accepted_by_account ON accepted (account);
