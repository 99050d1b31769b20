-- First, so that no group that has read waits for this one while this one waits for it.
lock table books, accounts, transfers in access exclusive mode;

-- What callers choose is long and random: an index of its text took 90 bytes a key, on pages that
-- each write finds anew. 88 bits of its SHA-256 say the same, and fill an entry of 24 bytes with
-- the partner's number. That two of a billion keys of one partner have the same has a chance of
-- one in 600 million; the later one would fail. The cast reads backslashes, so they are
-- doubled.
create unique index transfers_key on transfers (
  partner_id,
  substring(sha256(replace(scope::text || ':' || reference, '\', '\\')::bytea) from 1 for 11)
) where reference is not null;
drop index transfers_reference;
