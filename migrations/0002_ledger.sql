-- One book per partner. Its row is the one lock that orders the partner's groups of writes; its
-- counters number what they make, so no sequence is shared between partners.

create table books (
  partner_id integer primary key references partners,
  last_id bigint not null default 0,
  last_transfer bigint not null default 0,
  last_order bigint not null default 0,
  orders_on_hold integer not null default 0 check (orders_on_hold >= 0),
  -- created_at never goes back within a book, whatever the clocks of several processes do.
  last_instant timestamptz not null
) with (fillfactor = 50);

create table accounts (
  partner_id integer not null,
  account_id bigint not null,
  kind text not null check (kind in ('funds', 'deposits', 'issued', 'wallet')),
  currency text not null,
  debits_pending bigint not null default 0 check (debits_pending >= 0),
  debits_posted bigint not null default 0 check (debits_posted >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  credits_posted bigint not null default 0 check (credits_posted >= 0),
  primary key (partner_id, account_id),
  -- The last wall: a wallet is never overdrawn. Funds may be, by the reversal of a deposit only.
  check (kind <> 'wallet' or credits_posted >= debits_posted + debits_pending)
) with (fillfactor = 60);
create unique index accounts_chart on accounts (partner_id, kind, currency) where kind <> 'wallet';

-- Immutable. state: 0 posted at once, 1 pending (a hold), 2 posts the hold pending_no, 3 voids it.
-- code and scope are named in src/ledger/chart.ts. Numbered without gaps within a book. No foreign
-- keys: they would cost a row lock and a lookup per row on the hottest path; `ledger verify` proves
-- what they would.
create table transfers (
  partner_id integer not null,
  transfer_no bigint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null check (amount >= 0),
  -- What either account had available once this transfer was made: each account's history is a
  -- chain.
  debit_available bigint not null,
  credit_available bigint not null,
  pending_no bigint,
  state smallint not null check (state between 0 and 3),
  code smallint not null,
  scope smallint,
  reference text,
  memo text,
  created_at timestamptz not null,
  primary key (partner_id, transfer_no),
  check ((state in (2, 3)) = (pending_no is not null)),
  check ((scope is null) = (reference is null))
);
create unique index transfers_reference on transfers (partner_id, scope, reference)
  where reference is not null;
-- A hold is posted or voided once, whatever a bug upstream may ask.
create unique index transfers_pending on transfers (partner_id, pending_no)
  where pending_no is not null;
