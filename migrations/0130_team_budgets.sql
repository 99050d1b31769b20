-- What a team of a partner lets out in a calendar month (UTC) before another person approves more.
create table team_budgets (
  partner_id integer not null,
  team text collate "C" not null check (team <> ''),
  currency text collate "C" not null,
  monthly bigint not null check (monthly > 0),
  constraint team_budgets_pkey primary key (partner_id, team, currency)
);
-- The team of a user of the partner: one at most.
create table team_members (
  partner_id integer not null,
  user_id integer not null,
  team text collate "C" not null,
  constraint team_members_pkey primary key (partner_id, user_id)
);
-- What the users of a team have let out in a month, approved or not.
create table team_months (
  partner_id integer not null,
  team text collate "C" not null,
  month date not null,
  currency text collate "C" not null,
  amount bigint not null check (amount >= 0),
  constraint team_months_pkey primary key (partner_id, team, month, currency)
);
