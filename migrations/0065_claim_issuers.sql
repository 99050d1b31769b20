-- Who made the one-time link of a credential: the link ends with them. Null: of before, or nobody.
alter table credential_claims
  add column issuer_kind text collate "C", add column issuer_id integer;
