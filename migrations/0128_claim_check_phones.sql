-- Claims are counted by the number of their person, too.
alter table link_claim_checks add column phone_blind bytea;
