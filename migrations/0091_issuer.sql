-- What codes of our own are worth, and the merchants that redeem them.
create table merchants (
  merchant_id integer generated always as identity primary key,
  name text not null,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null
);

create table merchant_credentials (
  client_id uuid primary key,
  merchant_id integer not null references merchants,
  label text,
  api_key_hash bytea not null,
  hmac_secret_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index merchant_credentials_of_merchant on merchant_credentials (merchant_id, created_at);

-- An account for each code that can be redeemed, found by the keyed hash of the code.
create table cards (
  blind uuid primary key,
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  item_no integer not null,
  currency text not null,
  issued_minor bigint not null check (issued_minor > 0),
  balance_minor bigint not null check (balance_minor >= 0),
  authorized_minor bigint not null default 0 check (authorized_minor >= 0),
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  entry_count integer not null default 0,
  constraint cards_captured check (captured_minor >= refunded_minor),
  constraint cards_sum check (
    issued_minor = balance_minor + authorized_minor + captured_minor - refunded_minor)
);
create unique index cards_of_items on cards (partner_id, order_no, item_no);

create table card_authorizations (
  authorization_id uuid primary key,
  merchant_id integer not null references merchants,
  blind uuid not null references cards,
  authorized_minor bigint not null check (authorized_minor > 0),
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  status text not null
    check (status in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'EXPIRED', 'REVERSED')),
  capture_id uuid unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint card_authorizations_sums check (
    refunded_minor <= captured_minor and captured_minor <= authorized_minor),
  constraint card_authorizations_captured check ((status = 'CAPTURED') = (captured_minor > 0))
);
create index card_authorizations_of_card on card_authorizations (blind);
create index card_authorizations_due on card_authorizations (expires_at)
  where status = 'AUTHORIZED';

-- What a merchant called for, by the reference that it chose. A reversal that comes before its call
-- stands in the place of the call.
create table merchant_calls (
  merchant_id integer not null references merchants,
  reference text collate "C" not null,
  call_no bigint generated always as identity,
  kind text not null check (kind in ('AUTHORIZE', 'CAPTURE', 'VOID', 'REFUND', 'REVERSE')),
  fingerprint bytea,
  authorization_id uuid references card_authorizations,
  amount_minor bigint,
  -- The first response, which a repetition gets again.
  response text,
  created_at timestamptz not null,
  reversed_at timestamptz,
  primary key (merchant_id, reference),
  constraint merchant_calls_reversed check (kind <> 'REVERSE' or reversed_at is not null)
);
create index merchant_calls_by_number on merchant_calls (merchant_id, call_no);

-- What moved the money of a card, numbered without gaps. Never changed.
create table card_entries (
  blind uuid not null references cards,
  entry_no integer not null,
  kind text not null check (kind in (
    'AUTHORIZE', 'RELEASE', 'CAPTURE', 'REFUND', 'REVERSE_CAPTURE', 'REVERSE_REFUND')),
  amount_minor bigint not null check (amount_minor > 0),
  -- The balance after it.
  balance_minor bigint not null,
  authorization_id uuid not null references card_authorizations,
  -- Null for what no merchant called for.
  reference text,
  created_at timestamptz not null,
  primary key (blind, entry_no)
);
