-- All tables, in the order of the modules of src/ that own them.
--
-- partner_id leads every primary key, unique index and foreign key of a partner's rows, so that the
-- tables can be distributed by it. Tables of stock are distributed by product_id. Credentials,
-- products and rates are small and read everywhere: they are reference tables.
--
-- Text that must be unique has the collation "C", which compares bytes: an order of letters that
-- comes from the system changes with the system, and then an index in that order misses rows.
--
-- A column that shows whether a row has changed (lease_epoch, epoch, version) is drawn at random. A
-- counter would repeat its values after a database has lost its last commits, by the promotion of a
-- standby that lacked them or by a restore.

------------------------------------------------------------------------------------ db, core

-- One row. A crash of the server or the promotion of a standby removes it, because both empty every
-- unlogged table. src/db/outcome.ts tells by it whether a transaction id still means the same one.
create unlogged table server_life (
  only_row boolean primary key default true check (only_row),
  life_id uuid not null default gen_random_uuid()
);

------------------------------------------------------------------------------------ vault

-- Data keys. The service assigns key_id.
create table vault_keys (
  key_id integer primary key,
  purpose text not null,
  created_at timestamptz not null,
  -- The key of a lot seals only that lot. Of the other keys of a purpose, the newest seals.
  for_lot boolean not null default false,
  -- A keyed hash of a constant: a process proves by it that the key it knows by this number is the
  -- key in the database.
  check_value bytea check (length(check_value) = 16)
);
create index vault_keys_newest on vault_keys (purpose, created_at, key_id) where not for_lot;
create index vault_keys_by_time on vault_keys (created_at, key_id);

-- Each data key is wrapped once for every master key in use: while the master key is rotated,
-- processes with the old one and processes with the new one run side by side.
create table vault_key_wraps (
  key_id integer not null references vault_keys,
  -- Identifies the master key without revealing anything of it.
  master_id text collate "C" not null check (master_id ~ '^([0-9a-f]{16})?$'),
  wrapped bytea not null,
  primary key (key_id, master_id)
);

------------------------------------------------------------------------------------ partners

create table partners (
  -- Twenty-one bits: the ids of orders and accounts on the wire contain the partner's.
  partner_id integer generated always as identity (maxvalue 2097151) primary key
    check (partner_id between 1 and 2097151),
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  -- Requests per second of each credential. Null is the default of the service, 0 is none.
  rate_limit integer check (rate_limit >= 0),
  created_at timestamptz not null,
  -- The idempotency key of the request that created the partner, and the hash of that request.
  creation_key uuid,
  creation_fingerprint bytea,
  constraint partners_creation_check
    check ((creation_key is null) = (creation_fingerprint is null))
);
create unique index partners_creation_key on partners (creation_key)
  where creation_key is not null;

create table credentials (
  client_id uuid primary key,
  partner_id integer not null references partners,
  label text,
  api_key_hash bytea not null check (length(api_key_hash) = 32),
  hmac_secret_sealed bytea not null,
  permissions text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- What the credential requires of its requests beyond the interface. Both are off by default.
  requires_signature_v2 boolean not null default false,
  -- Networks in CIDR notation. Null allows every address.
  allowed_addresses text[] check (cardinality(allowed_addresses) > 0)
);
create index credentials_by_partner on credentials (partner_id, created_at);

-- Nonces of signatures that are still valid: a signed request is accepted once. Distributed or
-- replicated like credentials. No row of a partner refers to it.
create table request_nonces (
  client_id uuid not null,
  nonce text collate "C" not null,
  -- When the timestamp that was signed with the nonce leaves the window.
  expires_at timestamptz not null,
  primary key (client_id, nonce)
);
create index request_nonces_by_expiry on request_nonces (expires_at);

-- What operators did.
create table audit_entries (
  audit_id bigint generated always as identity primary key,
  partner_id integer,
  occurred_at timestamptz not null,
  actor text not null,
  action text not null,
  target text not null,
  reason text,
  before jsonb,
  after jsonb
);
create index audit_by_target on audit_entries (target, audit_id);

------------------------------------------------------------------------------------ ledger

-- One book for each partner. The lock of its row orders the groups of writes of the partner. Its
-- counters number what the groups create, so partners share no sequence.
create table books (
  partner_id integer primary key references partners,
  last_id bigint not null default 0,
  last_transfer bigint not null default 0,
  last_order bigint not null default 0,
  orders_on_hold integer not null default 0 check (orders_on_hold >= 0),
  -- created_at never decreases within a book, whatever the clocks of several processes do.
  last_instant timestamptz not null,
  -- Drawn by each group that changes the book. A process with a cached book of one version writes
  -- to the book only while it still has that version.
  version bigint not null default 0,
  -- The version and those before it, newest first, while only balances changed between them. A
  -- process with a cached book of one of these versions reads only the accounts of the transfers
  -- since. Ignored if another version is at its head.
  lineage bigint[] not null default '{}'
) with (fillfactor = 50);

-- PostgreSQL parses the check constraints of a table again for each statement, and a group of
-- writes is one statement. So accounts and transfers have few and short ones.
create table accounts (
  partner_id integer not null,
  account_id bigint not null,
  kind text collate "C" not null
    constraint accounts_kind_check check (kind = any ('{funds,deposits,issued,wallet}'::text[])),
  currency text collate "C" not null,
  debits_pending bigint not null default 0,
  debits_posted bigint not null default 0,
  credits_pending bigint not null default 0,
  credits_posted bigint not null default 0,
  primary key (partner_id, account_id),
  -- The last guard: a wallet is never overdrawn. Funds may be, but only by the reversal of a
  -- deposit.
  constraint accounts_check
    check (kind <> 'wallet' or credits_posted >= debits_posted + debits_pending),
  constraint accounts_totals_check
    check (least(debits_pending, debits_posted, credits_pending, credits_posted) >= 0)
) with (fillfactor = 60);
create unique index accounts_chart on accounts (partner_id, kind, currency) where kind <> 'wallet';

-- Immutable, and numbered without gaps within a book. No foreign keys: they would cost a row lock
-- and a lookup for each row on the hottest path. `ledger verify` proves what they would.
create table transfers (
  partner_id integer not null,
  transfer_no bigint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null check (amount >= 0),
  -- What each account had available after this transfer: the history of an account is a chain.
  debit_available bigint not null,
  credit_available bigint not null,
  pending_no bigint,
  -- 0 posted at once, 1 pending (a hold), 2 posts the hold pending_no, 3 voids it. The check allows
  -- no other state: 0 and 1 have no pending_no, 2 and 3 have one.
  state smallint not null
    constraint transfers_state_check check (state >> 1 = num_nonnulls(pending_no)),
  -- src/ledger/chart.ts names codes and scopes.
  code smallint not null,
  scope smallint,
  reference text,
  memo text,
  created_at timestamptz not null,
  primary key (partner_id, transfer_no),
  constraint transfers_check1 check ((scope is null) = (reference is null))
);
-- A hold is posted or voided once, even if the code has a bug.
create unique index transfers_pending on transfers (partner_id, pending_no)
  where pending_no is not null;
-- References are chosen by callers, long and random: an index of their text took 90 bytes a key,
-- and each write touched another page. 88 bits of the SHA-256 fill an entry of 24 bytes together
-- with the partner's number. The chance that two of a billion references of one partner collide is
-- one in 600 million; the later one would fail. The cast to bytea reads backslashes as escapes, so
-- they are doubled.
create unique index transfers_key on transfers (
  partner_id,
  substring(sha256(replace(scope::text || ':' || reference, '\', '\\')::bytea) from 1 for 11)
) where reference is not null;

-- Every currency that a process of any release has known here, and how many decimals its amounts
-- have: stored amounts stay readable when a currency leaves the list.
create table currencies (
  code text collate "C" primary key,
  exponent smallint not null check (exponent between 0 and 4)
);

-- Verifications of the ledger. One runs at a time in all processes. It renews its lease while it
-- runs, so one whose process has ended can be recognized.
create table ledger_verifications (
  verification_id uuid primary key,
  actor text not null,
  from_checkpoint boolean not null,
  state text collate "C" not null check (state in ('RUNNING', 'DONE', 'INTERRUPTED')),
  started_at timestamptz not null,
  lease_until timestamptz not null,
  finished_at timestamptz,
  -- The progress.
  phase text not null default 'books' check (phase in ('books', 'stock')),
  partners_checked integer not null default 0,
  partners_total integer not null default 0,
  accounts bigint not null default 0,
  transfers bigint not null default 0,
  -- Set when the verification is DONE.
  differences jsonb,
  check ((state = 'RUNNING') = (finished_at is null)),
  check ((state = 'DONE') = (differences is not null))
);
create unique index ledger_verifications_running on ledger_verifications (state)
  where state = 'RUNNING';
create index ledger_verifications_by_start on ledger_verifications (started_at);

-- Up to where each book has been proven. Sealed, so that writing to the database is not enough to
-- forge one.
create table ledger_checkpoints (
  partner_id integer primary key references partners,
  verified_at timestamptz not null,
  sealed bytea not null
);

------------------------------------------------------------------------------------ catalog

create table products (
  product_id integer generated always as identity primary key,
  brand text not null,
  currency text not null,
  product_type text not null
    check (product_type in ('GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT')),
  denomination_type text not null check (denomination_type in ('FIXED', 'VARIABLE')),
  fixed_minor bigint[],
  min_minor bigint,
  max_minor bigint,
  recipient_fields jsonb not null default '[]',
  supplier text not null,
  supplier_settings jsonb not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null,
  -- The suppliers behind the first one, in order: [{"supplier", "settings"}].
  fallback_suppliers jsonb not null default '[]',
  -- Issuers share short numbers, so a code is compared only with codes of products in the same
  -- namespace.
  code_namespace text,
  constraint products_check check ((denomination_type = 'FIXED') = (fixed_minor is not null)),
  constraint products_check1
    check ((denomination_type = 'VARIABLE') = (min_minor is not null and max_minor is not null))
);

-- One unit of from_currency is worth rate units of to_currency. A recorded rate never changes. The
-- rate in force of a pair is the one with the latest effective time that has come; of those with
-- equal times, the one recorded last.
create table fx_rates (
  from_currency text not null,
  to_currency text not null,
  rate numeric(24, 8) not null check (rate > 0),
  recorded_at timestamptz not null,
  rate_no bigint generated always as identity primary key,
  effective_at timestamptz not null,
  source text not null,
  recorded_by text not null,
  -- The day of the list that the rate was imported from, as its beginning in UTC. Null: the rate
  -- comes from no dated list.
  list_day timestamptz
);
create index fx_rates_of_pair on fx_rates
  (from_currency, to_currency, effective_at desc, rate_no desc);
create index fx_rates_by_time on fx_rates (effective_at, rate_no);

-- Every pair that has a rate, or will have one. The rate in force is looked up pair by pair,
-- however long the history is.
create table fx_pairs (
  from_currency text collate "C" not null,
  to_currency text collate "C" not null,
  primary key (from_currency, to_currency)
);

-- Raised by every change of products and rates: each process compares it with that of its copy.
create table catalog_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into catalog_version (version) values (1);

------------------------------------------------------------------------------------ inventory

-- Imported codes, sealed in blocks of one product, face value, expiry and lot. Ranges of a block
-- are sold, so a sale opens nothing.
create table stock_blocks (
  product_id integer not null,
  block_id uuid not null,
  face_value_minor bigint not null,
  expires_at timestamptz,
  quantity integer not null check (quantity > 0),
  sealed bytea not null,
  imported_at timestamptz not null,
  lot text not null check (lot <> '' and length(lot) <= 64),
  primary key (product_id, block_id)
);
-- Sealed bytes look random: compressing them only costs time.
alter table stock_blocks alter column sealed set storage external;
-- Imported codes are counted by face value and lot in this index alone.
create index stock_blocks_by_lot on stock_blocks (product_id, face_value_minor, lot)
  include (quantity, imported_at);

-- The stock of one product and face value. The lock of the row orders reservations and releases.
create table stock_buckets (
  product_id integer not null,
  face_value_minor bigint not null,
  primary key (product_id, face_value_minor)
);

-- What is for sale: positions first .. first + quantity - 1 of a block.
create table stock_free (
  product_id integer not null,
  block_id uuid not null,
  first integer not null,
  quantity integer not null check (quantity > 0),
  face_value_minor bigint not null,
  expires_at timestamptz,
  primary key (product_id, block_id, first)
) with (fillfactor = 50);
create index stock_free_order on stock_free
  (product_id, face_value_minor, expires_at nulls last, block_id, first);

-- What would be in stock_free if its lot were ON_SALE.
create table stock_held (
  product_id integer not null,
  block_id uuid not null,
  first integer not null,
  quantity integer not null check (quantity > 0),
  face_value_minor bigint not null,
  expires_at timestamptz,
  primary key (product_id, block_id, first)
);

-- The ranges that each batch has reserved. The rows stay: the key of a batch is reserved once and
-- released once.
create table stock_reservations (
  product_id integer not null,
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  state text not null check (state in ('RESERVED', 'RELEASED')),
  block_ids uuid[] not null,
  firsts integer[] not null,
  quantities integer[] not null,
  primary key (product_id, partner_id, order_no, batch_no)
);
-- No two reservations begin at the same code, even if a process is wrong about what is free.
create unique index stock_reservations_begin
  on stock_reservations (product_id, (block_ids[1]), (firsts[1])) where state = 'RESERVED';

-- How stock is sold. The row of a product takes precedence over the row of product 0, which holds
-- for all products.
create table stock_policies (
  product_id integer primary key,
  -- Codes that expire within this time are not sold.
  expiry_margin_seconds integer check (expiry_margin_seconds >= 0),
  -- A face value with fewer codes for sale is low on stock.
  low_stock_threshold integer check (low_stock_threshold >= 1)
);

-- The codes of a QUARANTINED lot are not sold until it is released; those of a RECALLED lot never.
-- An import locks the row while it stores codes of the lot.
create table stock_lots (
  product_id integer not null,
  lot text collate "C" not null,
  state text not null default 'ON_SALE' check (state in ('ON_SALE', 'QUARANTINED', 'RECALLED')),
  created_at timestamptz not null,
  -- Identifies the lot in code_index.
  lot_no integer generated always as identity,
  primary key (product_id, lot)
);
create index stock_lots_by_time on stock_lots (product_id, created_at, lot);
create unique index stock_lots_no on stock_lots (lot_no);

-- At the beginning of each day: how many codes of a bucket had been taken for orders, less those
-- that had been returned.
create table stock_levels (
  product_id integer not null,
  face_value_minor bigint not null,
  day timestamptz not null,
  seen_at timestamptz not null,
  taken bigint not null,
  primary key (product_id, face_value_minor, day)
);

-- A code is stored once, whatever its product: the keyed hash of every code that was ever imported
-- or purchased upstream, and where it came from. The namespace of its product is hashed with it. A
-- code that was purchased and then put in stock has both a lot and a purchase. Distributed by
-- blind. docs/decisions/codes.md says why that is a uuid.
create table code_index (
  product_id integer not null,
  lot_no integer,
  blind uuid primary key,
  -- The reference of the purchase.
  purchase uuid,
  constraint code_index_origin_check check (lot_no is not null or purchase is not null)
);

------------------------------------------------------------------------------------ imports

-- Every import of codes: how far it is, and who sent it.
create table stock_imports (
  product_id integer not null,
  import_id uuid not null,
  -- The name that its codes share. They are recalled by it.
  lot text not null constraint stock_imports_lot_check check (lot <> '' and length(lot) <= 64),
  -- Counts what an import of the file would do, and stores no codes.
  is_dry_run boolean not null,
  state text not null check (state in ('RUNNING', 'DONE', 'FAILED', 'INTERRUPTED')),
  -- Why it is FAILED. Never contains text of the file.
  failure text constraint stock_imports_check check ((failure is not null) = (state = 'FAILED')),
  actor text not null,
  -- Drawn by whoever continues the import. A process with an older epoch stores nothing any more.
  epoch bigint not null,
  imported integer not null default 0,
  duplicates integer not null default 0,
  rejected integer not null default 0,
  -- The last line of the file that is accounted for, where the next line begins, and the SHA-256 of
  -- all bytes before it. If the same file is sent again, the import continues there.
  last_line integer not null default 0,
  bytes bigint not null default 0,
  bytes_hash bytea not null default sha256(''),
  -- The size of the file, if the sender declared it.
  bytes_total bigint,
  started_at timestamptz not null,
  progress_at timestamptz not null,
  ended_at timestamptz
    constraint stock_imports_check1 check ((ended_at is null) = (state = 'RUNNING')),
  primary key (product_id, import_id)
);
create index stock_imports_by_time on stock_imports (product_id, started_at, import_id);
-- Imports without progress for a long time are deleted with their reports.
create index stock_imports_by_progress on stock_imports (progress_at);

-- The lines of an import that stored no code, as CSV (line, outcome, reason) without a header, in
-- the order of the file. Never contains a code.
create table stock_import_reports (
  product_id integer not null,
  import_id uuid not null,
  first_line integer not null,
  -- How many of its lines are rejected. The others are duplicates.
  rejected integer not null,
  report text not null,
  primary key (product_id, import_id, first_line),
  foreign key (product_id, import_id) references stock_imports
);

------------------------------------------------------------------------------------ upstream

-- Other services with this same interface, and our account at each.
create table upstreams (
  upstream_id integer generated always as identity primary key,
  name text collate "C" not null unique,
  base_url text not null,
  client_id text not null,
  -- The API key and the HMAC secret.
  sealed bytea not null,
  -- The currency of the wallet that pays for orders.
  currency text not null,
  low_float_minor bigint check (low_float_minor > 0),
  active boolean not null default true,
  -- Drawn by every change: each process compares it with that of its copy.
  version bigint not null,
  created_at timestamptz not null,
  asked_at timestamptz,
  answered_at timestamptz,
  last_fault text,
  faulted_at timestamptz
);

-- Our funds there when they were last read.
create table upstream_floats (
  upstream_id integer not null,
  currency text collate "C" not null,
  funds_minor bigint not null,
  seen_at timestamptz not null,
  primary key (upstream_id, currency)
);

-- What was, or may have been, purchased for a batch. The row is inserted before anything is sent:
-- its reference finds the order upstream even if the response is lost. A further purchase of the
-- batch begins only when the one before can no longer lead to an order.
create table upstream_purchases (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  purchase_no integer not null,
  -- Null: nothing was purchased, and nothing ever will be.
  upstream_id integer,
  reference uuid not null,
  idempotency_key uuid not null,
  their_product_id bigint not null,
  wallet_currency text not null,
  product_id integer not null,
  currency text not null,
  face_value_minor bigint not null,
  quantity integer not null check (quantity > 0),
  -- PLACING    a create was sent, or will be
  -- PLACED     they have the order
  -- REFUSED    they have no order, and no create is still under way
  -- CANCELLED  they cancelled the order and refunded it
  -- STOCKED    its codes are in stock, because the order here was cancelled
  -- CLOSED     the operator closed it: nothing is expected of it any more
  status text not null check (
    status in ('PLACING', 'PLACED', 'REFUSED', 'CANCELLED', 'STOCKED', 'CLOSED')),
  -- Numbers the creates that were sent. Whoever records an outcome names the one it belongs to.
  send_no integer not null default 0,
  -- Until then, a create whose outcome is unknown may still arrive there.
  unsure_until timestamptz,
  upstream_order_id text,
  upstream_status text,
  cost_minor bigint,
  -- The order here was cancelled.
  released boolean not null default false,
  -- When a released purchase is polled again.
  due_at timestamptz,
  begun_at timestamptz not null,
  -- What the last poll found wrong, and how many polls in a row did. Null: it found nothing wrong.
  fault text,
  faulted_at timestamptz,
  faults integer not null default 0,
  -- How many of its codes were put in stock.
  stocked integer not null default 0,
  primary key (partner_id, order_no, batch_no, purchase_no),
  constraint upstream_purchases_check check (upstream_id is not null or released),
  constraint upstream_purchases_order_check
    check (status in ('PLACING', 'REFUSED', 'CLOSED') or upstream_order_id is not null)
);
create index upstream_purchases_due on upstream_purchases (due_at) where due_at is not null;
create index upstream_purchases_waiting on upstream_purchases (upstream_id)
  where upstream_status in ('OUT_OF_STOCK', 'ON_HOLD');
-- Operators list the latest purchases first.
create index upstream_purchases_by_time on upstream_purchases
  (upstream_id, status, begun_at, partner_id, order_no, batch_no, purchase_no);
-- Few purchases have a fault. Closing one looks for others of its product.
create index upstream_purchases_faulty on upstream_purchases (product_id) where fault is not null;

------------------------------------------------------------------------------------ consumers

-- Consumers' e-mail addresses are sealed. The keyed hash of partner and address makes a consumer
-- unique.
create table consumers (
  partner_id integer not null,
  consumer_id bigint not null,
  full_name text not null,
  created_at timestamptz not null,
  email_blind uuid not null,
  email_sealed bytea not null,
  primary key (partner_id, consumer_id)
);
create unique index consumers_email on consumers (partner_id, email_blind);

create table campaigns (
  partner_id integer not null,
  campaign_id bigint not null,
  name text not null,
  currency text not null,
  budget_minor bigint check (budget_minor > 0),
  -- The credits of its wallets, less their debits.
  credited_minor bigint not null default 0,
  ends_at timestamptz,
  created_at timestamptz not null,
  primary key (partner_id, campaign_id),
  constraint campaigns_check check (budget_minor is null or credited_minor <= budget_minor)
);

-- A wallet is an account of the book with the same id. This row says whose it is.
create table wallets (
  partner_id integer not null,
  wallet_id bigint not null,
  consumer_id bigint not null,
  currency text collate "C" not null,
  wallet_type text not null check (wallet_type in ('STANDARD', 'CAMPAIGN')),
  campaign_id bigint,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'FROZEN', 'CLOSED')),
  created_at timestamptz not null,
  primary key (partner_id, wallet_id),
  constraint wallets_check check ((wallet_type = 'CAMPAIGN') = (campaign_id is not null))
);
create unique index wallets_standard on wallets (partner_id, consumer_id, currency)
  where wallet_type = 'STANDARD';
create unique index wallets_campaign on wallets (partner_id, consumer_id, campaign_id)
  where wallet_type = 'CAMPAIGN';
-- Without wallet_id, although lists are in its order: a plan made while the table is small would
-- look up wallets by their id in this index, and read all entries of the partner.
create index wallets_by_consumer on wallets (partner_id, consumer_id);

-- Whether consumers get e-mails about credits. A worker that starts without a mail server switches
-- it off. Whoever switches it on first moves all cursors to the last transfers, so that only later
-- credits are mailed.
create table mailing (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null
);
insert into mailing (is_on) values (false);

-- Up to which transfer the mailer has read each book. Not a column of books: the book of a busy
-- partner is locked almost without a pause, so a reader that skips locked rows would never reach
-- it, and a reader that waits would delay the next group of the partner.
create table notification_cursors (
  partner_id integer primary key,
  notified_transfer bigint not null default 0
);

-- The outbox: mails to be sent, and mails that were given up. A credit behind the cursor of its
-- book without a row here was mailed.
create table notifications (
  partner_id integer not null,
  transfer_no bigint not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  -- When a worker may lease the mail. While a worker sends it, the end of the lease.
  next_try_at timestamptz,
  last_fault text,
  lease_epoch bigint not null default 0,
  wallet_id bigint not null,
  primary key (partner_id, transfer_no),
  constraint notifications_check check ((status = 'QUEUED') = (next_try_at is not null))
) with (fillfactor = 70);
create index notifications_due on notifications (partner_id, next_try_at, transfer_no)
  where status = 'QUEUED';
-- The mails of one wallet are sent in the order of its credits.
create index notifications_by_wallet on notifications (partner_id, wallet_id, transfer_no)
  where status = 'QUEUED';

------------------------------------------------------------------------------------ orders

create table orders (
  partner_id integer not null,
  order_no bigint not null,
  client_reference text collate "C" not null,
  idempotency_key uuid,
  fingerprint bytea not null,
  currency text not null,
  total_minor bigint not null check (total_minor >= 0),
  unit_count integer not null check (unit_count > 0),
  status text not null,
  -- The status before this one. With it, the database refuses a transition that is not in the table
  -- of src/orders/transitions.ts.
  previous_status text,
  status_since timestamptz not null,
  -- The hold that pays for the order. Null while the order is ON_HOLD: nothing pays for it then.
  hold_no bigint,
  -- What was charged in the end. Less than the total only if the order was cancelled.
  charged_minor bigint,
  cancel_reason text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- An order ON_HOLD waits for funds of the partner, or with this for our funds at a supplier.
  held_for_supplier boolean not null default false
    constraint orders_held_for_supplier check (not held_for_supplier or status = 'ON_HOLD'),
  -- When the order was first held for a supplier since anything was issued or its funds were last
  -- held. Its deadline counts from then, however often the order is tried again.
  first_held_at timestamptz,
  -- The number of the last event of the order.
  last_event integer not null default 0,
  primary key (partner_id, order_no),
  -- `is true`: a check accepts null, so it would accept a transition from no status at all.
  constraint orders_transition check ((
    case status
      when 'PENDING' then previous_status is null or previous_status = 'ON_HOLD'
      when 'PROCESSING' then previous_status in ('PENDING', 'OUT_OF_STOCK')
      when 'OUT_OF_STOCK' then previous_status in ('PENDING', 'PROCESSING')
      when 'ON_HOLD' then previous_status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK')
      when 'CANCELLED' then previous_status in ('PENDING', 'OUT_OF_STOCK', 'ON_HOLD', 'PROCESSING')
      when 'COMPLETED' then previous_status = 'PROCESSING'
      else false
    end
  ) is true),
  constraint orders_check check ((status = 'COMPLETED') = (completed_at is not null)),
  constraint orders_check1 check (status <> 'ON_HOLD' or hold_no is null),
  constraint orders_check2 check (status in ('ON_HOLD', 'CANCELLED') or hold_no is not null)
) with (fillfactor = 70);
create unique index orders_client_reference on orders (partner_id, client_reference);
create unique index orders_idempotency_key on orders (partner_id, idempotency_key)
  where idempotency_key is not null;
create index orders_by_status on orders (partner_id, status, order_no);
create index orders_by_day on orders (partner_id, created_at, order_no);
-- Finds the orders that new funds can pay for.
create index orders_on_hold on orders (partner_id, currency, total_minor)
  where status = 'ON_HOLD';
-- Finds orders whose settlement may have been missed.
create index orders_open on orders (partner_id, order_no)
  where status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK');
create index orders_with_deadline on orders (status, status_since)
  where status in ('OUT_OF_STOCK', 'ON_HOLD');

-- One row for each change of the status of an order, inserted by the statement that changes it: the
-- outbox of everything that follows orders.
create table order_events (
  partner_id integer not null,
  order_no bigint not null,
  -- 1, 2, 3, ... within the order.
  event_no integer not null,
  -- Null: the order was placed.
  from_status text,
  to_status text not null,
  -- By the clock of the process that made the change, like orders.status_since.
  occurred_at timestamptz not null,
  -- Why the order was cancelled.
  reason text,
  -- Whose funds an order ON_HOLD waits for: the partner's, or ours at a supplier.
  held_for text check (held_for in ('funds', 'supplier')),
  -- The transaction that made the change. With it, a reader finds what was committed between two of
  -- its snapshots.
  tx_id xid8 not null default pg_current_xact_id(),
  primary key (partner_id, order_no, event_no),
  constraint order_events_check check ((to_status = 'ON_HOLD') = (held_for is not null))
);

create table order_lines (
  partner_id integer not null,
  order_no bigint not null,
  line_no integer not null,
  product_id integer not null,
  brand text not null,
  product_type text not null,
  product_currency text not null,
  face_value_minor bigint not null,
  quantity integer not null check (quantity > 0),
  first_item_no integer not null,
  unit_cost_minor bigint not null,
  fx_rate numeric(24, 8) not null,
  item_reference text,
  recipient jsonb,
  -- The recorded rate that priced the line. Null: product and funds have the same currency.
  rate_no bigint,
  -- Whether deliveries of the line cannot be taken back. Decided when the line is priced.
  is_irrevocable boolean not null,
  primary key (partner_id, order_no, line_no)
);

------------------------------------------------------------------------------------ fulfillment

-- The batches of orders, and the queue of work to be done.
create table fulfillments (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  line_no integer not null,
  product_id integer not null,
  supplier text not null,
  face_value_minor bigint not null,
  first_item_no integer not null,
  quantity integer not null check (quantity > 0),
  ordered_at timestamptz not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  -- When a worker may lease the batch: now for new work, later for a retry, the end of the lease
  -- while a worker has it. Null: there is nothing to do, or the batch waits for stock or funds.
  due_at timestamptz,
  waits_for text check (waits_for in ('stock', 'funds', 'supplier')),
  attempt integer not null default 0,
  lease_owner uuid,
  -- The response to the last attempt was lost: look the outcome up, never purchase again.
  outcome_unknown boolean not null default false,
  -- The order was cancelled: what was issued is returned.
  taking_back boolean not null default false,
  last_fault text,
  completed_at timestamptz,
  -- Where in the list of its product's suppliers the batch is. The first supplier is 0.
  supplier_step integer not null default 0,
  -- The settings that its supplier is, or was, asked with. While they are set, no other supplier
  -- may be asked: the outcome of that request is unknown, or it issued. Null: the product says whom
  -- to ask next.
  supplier_settings jsonb,
  -- The most hopeful failure of this round through the list.
  round_outcome text
    check (round_outcome in ('refused', 'unavailable', 'unfunded', 'out_of_stock')),
  -- The fencing token, drawn with every lease and whenever one is revoked. A worker that finishes
  -- names the epoch under which it began.
  lease_epoch bigint not null default 0,
  primary key (partner_id, order_no, batch_no),
  constraint fulfillments_check check ((status = 'COMPLETED') = (completed_at is not null))
) with (fillfactor = 70);
-- By batch before order: the first batch of every order is served before the thousandth of any.
-- With due_at last, batches that are not due are skipped without reading their rows.
create index fulfillments_due on fulfillments (partner_id, batch_no, order_no, due_at)
  where due_at is not null;
create index fulfillments_open on fulfillments (partner_id, order_no)
  where status <> 'COMPLETED';
-- In the order in which stock is given out: the oldest order first, over all partners.
create index fulfillments_waiting_stock on fulfillments
  (product_id, face_value_minor, ordered_at, partner_id, order_no, batch_no)
  include (quantity, supplier)
  where waits_for = 'stock';
create index fulfillments_waiting_supplier on fulfillments
  (product_id, ordered_at, partner_id, order_no)
  where waits_for = 'supplier';

-- What was issued: sealed codes, or a range of a sealed block of stock.
create table issued_segments (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  segment_no integer not null,
  first_item_no integer not null,
  quantity integer not null check (quantity > 0),
  sealed bytea,
  stock_product_id integer,
  stock_block_id uuid,
  stock_first integer,
  primary key (partner_id, order_no, batch_no, segment_no),
  constraint issued_segments_check check ((sealed is null) = (stock_block_id is not null)),
  constraint issued_segments_check1 check ((stock_block_id is null) = (stock_first is null)),
  constraint issued_segments_check2 check ((stock_block_id is null) = (stock_product_id is null))
);
alter table issued_segments alter column sealed set storage external;
create index issued_segments_by_item on issued_segments (partner_id, order_no, first_item_no);
-- Finds the orders that have codes of a block.
create index issued_segments_by_block on issued_segments (stock_product_id, stock_block_id)
  where stock_block_id is not null;

-- The attempts of a batch that issued nothing. The lease of the attempt identifies it.
create table supplier_attempts (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  lease_epoch bigint not null,
  supplier text not null,
  outcome text not null check (
    outcome in ('out_of_stock', 'refused', 'pending', 'unfunded', 'unknown', 'unavailable')),
  reason text,
  occurred_at timestamptz not null,
  -- Our account that was asked. Empty if the supplier has only one.
  account text not null default '',
  primary key (partner_id, order_no, batch_no, lease_epoch)
);

-- How requests for a product at an account of a supplier go, for all processes. Written when that
-- changes.
create table supplier_health (
  product_id integer not null,
  supplier text collate "C" not null,
  account text collate "C" not null,
  -- The circuit breaker as its library stores it, and the state that follows from it.
  circuit jsonb,
  circuit_state text not null default 'closed' check (circuit_state in ('closed', 'open')),
  circuit_since timestamptz,
  -- Requests that were counted since then.
  counted_since timestamptz,
  answered integer not null default 0,
  failed integer not null default 0,
  last_fault text,
  last_fault_at timestamptz,
  -- Since when our account there cannot pay.
  unfunded_since timestamptz,
  changed_at timestamptz not null,
  primary key (product_id, supplier, account)
);
create index supplier_health_changes on supplier_health (changed_at);
create index supplier_health_unfunded on supplier_health (supplier, account, product_id)
  where unfunded_since is not null;

-- Our accounts at suppliers that cannot pay. Each 30 s one waiting order asks the supplier again.
-- All times are the database's.
create table unfunded_accounts (
  supplier text collate "C" not null,
  account text collate "C" not null,
  -- When it last could not pay, and when its last probe began.
  refused_at timestamptz not null,
  probed_at timestamptz not null,
  primary key (supplier, account)
);

------------------------------------------------------------------------------------ alerts

-- What operators should act on. At most one alert of a kind and subject is open. While it is open,
-- it is counted; if it is raised again after it was resolved, that is another alert.
create table alerts (
  alert_id bigint generated always as identity primary key,
  kind text collate "C" not null,
  subject text collate "C" not null,
  severity text not null check (severity in ('warning', 'critical')),
  message text not null,
  details jsonb not null default '{}',
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  count integer not null default 1,
  resolved_at timestamptz,
  -- When one of the processes logged it. Null: none has yet.
  announced_at timestamptz
);
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create index alerts_to_announce on alerts (alert_id) where announced_at is null;
