-- A rate that was recorded stays. Of a pair's rates the one in force is that with the latest
-- effective time that has come, of equal ones the one recorded last.
alter table fx_rates drop constraint fx_rates_pkey;
alter table fx_rates rename column updated_at to recorded_at;
alter table fx_rates
  add column rate_no bigint generated always as identity primary key,
  add column effective_at timestamptz,
  add column source text not null default 'operator',
  add column recorded_by text not null default 'operator';
update fx_rates set effective_at = recorded_at;
alter table fx_rates
  alter column effective_at set not null,
  alter column source drop default,
  alter column recorded_by drop default;
create index fx_rates_of_pair on fx_rates
  (from_currency, to_currency, effective_at desc, rate_no desc);
create index fx_rates_by_time on fx_rates (effective_at, rate_no);

-- Every pair that has a rate, or will have one: what is in force is looked up pair by pair, however
-- long the history is.
create table fx_pairs (
  from_currency text not null,
  to_currency text not null,
  primary key (from_currency, to_currency)
);
insert into fx_pairs (from_currency, to_currency)
select from_currency, to_currency from fx_rates;

-- Which recorded rate the line was priced at; null where product and wallet are of one currency,
-- and for orders before this.
alter table order_lines add column rate_no bigint;
