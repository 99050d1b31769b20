-- From which amount on credits of a person need another person of the partner, by currency.
create table credit_rules (
  partner_id integer not null,
  currency text collate "C" not null,
  approve_from bigint not null,
  constraint credit_rules_pkey primary key (partner_id, currency),
  constraint credit_rules_approve_from_check check (approve_from > 0)
);
-- The user of the partner who uploaded a file; null for an operator.
alter table credit_imports add column made_by integer;
