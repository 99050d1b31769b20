-- What a person has let out in a UTC day without an approval, under a rule of the partner: what is
-- split over several orders or credits reaches the amount of the rule, too.
create table rule_days (
  partner_id integer not null,
  kind text collate "C" not null check (kind in ('orders', 'credits')),
  user_id integer not null,
  day date not null,
  currency text collate "C" not null,
  amount bigint not null check (amount >= 0),
  constraint rule_days_pkey primary key (partner_id, kind, user_id, day, currency)
);
create index rule_days_by_day on rule_days (day);
