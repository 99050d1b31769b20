-- An erasure finds a link by the number of its person, too: a keyed hash, as of their address.
alter table links add column phone_blind bytea;
