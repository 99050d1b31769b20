-- What a partner, or one of its credentials, may spend of a currency in a UTC day and month. Rows
-- are read and written under the lock of the partner's book.
create table spend_limits (
  partner_id integer not null references partners,
  -- Zeros: all credentials of the partner together.
  client_id uuid not null,
  currency text collate "C" not null,
  per_day_minor bigint,
  per_month_minor bigint,
  -- What was spent in the day and the month of counted_at, since their limits were set.
  day_spent_minor bigint not null,
  month_spent_minor bigint not null,
  counted_at timestamptz not null,
  primary key (partner_id, client_id, currency),
  constraint spend_limits_check check (per_day_minor >= 0 or per_month_minor >= 0),
  constraint spend_limits_spent_check check (least(day_spent_minor, month_spent_minor) >= 0)
) with (fillfactor = 50);

-- On the row that is locked, so that who waited for the lock sees what the last holder set.
alter table books add column has_spend_limits boolean not null default false;
