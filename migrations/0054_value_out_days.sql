-- What a person of the operator has let out of the service in a UTC day without a second person, by
-- kind of act. Counted in the transaction of each act that TESSERA_APPROVALS names.
create table value_out_days (
  -- The user, or the token of the environment; the tokens of a user count as the user.
  person text collate "C" not null,
  day date not null,
  -- As TESSERA_APPROVALS names it.
  kind text collate "C" not null,
  -- Shares of the thresholds of TESSERA_APPROVAL_AMOUNTS, in all currencies together.
  parts bigint not null
    constraint value_out_days_below_threshold check (parts < 1000000000000000),
  primary key (person, day, kind)
);
