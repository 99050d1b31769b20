-- One row, whose lock is the turn of a process to write books of several partners that others write
-- to as well. What for: src/ledger/joint-turns.ts.
create table book_turns (
  only_row boolean primary key default true check (only_row)
);
insert into book_turns default values;
