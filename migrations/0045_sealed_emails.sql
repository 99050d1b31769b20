-- Consumers' e-mail addresses are sealed. A keyed hash of partner and address makes a consumer the
-- same one. The service seals what is there as it starts, before it listens; until then it stands
-- in a table of its own.
create table emails_to_seal (
  partner_id integer not null,
  consumer_id bigint not null,
  email text not null,
  primary key (partner_id, consumer_id)
);
insert into emails_to_seal (partner_id, consumer_id, email)
select partner_id, consumer_id, email from consumers;

drop index consumers_email;
alter table consumers
  drop column email,
  add column email_blind uuid,
  add column email_sealed bytea;
-- Not valid: it is checked as rows are written, and those that are there have yet to be sealed.
alter table consumers add constraint consumers_email_check
  check (email_blind is not null and email_sealed is not null) not valid;
create unique index consumers_email on consumers (partner_id, email_blind);

-- A request that makes a partner may name a key: sent again, it makes no second one.
alter table partners
  add column creation_key uuid,
  add column creation_fingerprint bytea,
  add constraint partners_creation_check
    check ((creation_key is null) = (creation_fingerprint is null));
create unique index partners_creation_key on partners (creation_key)
  where creation_key is not null;
