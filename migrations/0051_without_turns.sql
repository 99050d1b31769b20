-- Processes no longer take turns at the books of several partners: docs/decisions/ledger.md.
drop table book_turns;
