-- Every currency that a process of any release has known here, and how many decimals its amounts
-- have: what is stored in it stays readable when the list of currencies goes on without it.
create table currencies (
  code text collate "C" primary key,
  exponent smallint not null check (exponent between 0 and 4)
);
