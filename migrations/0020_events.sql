-- A partner that listens: the numbers of its events, and up to which transfer they tell.
create table feeds (
  partner_id integer not null references partners,
  last_event bigint not null default 0,
  -- The oldest event that can be read, or the next one.
  first_event bigint not null default 1,
  last_transfer bigint not null,
  is_followed boolean not null default true,
  listened_at timestamptz not null,
  primary key (partner_id)
);

create table events (
  partner_id integer not null,
  event_no bigint not null,
  type text not null,
  -- What the order of events is promised for, such as an order.
  subject text not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  primary key (partner_id, event_no)
);
create index events_by_subject on events (partner_id, subject, event_no);

-- Changes of the status of orders whose partner listens, until they are events.
create table order_outbox (
  partner_id integer not null,
  order_no bigint not null,
  event_no integer not null,
  primary key (partner_id, order_no, event_no)
);

-- Other events, until they are numbered. Without a partner: for all that listen, or for those that
-- are test partners, or are not.
create table event_outbox (
  outbox_no bigint not null generated always as identity primary key,
  for_partner integer,
  for_test boolean,
  type text not null,
  subject text not null,
  occurred_at timestamptz not null,
  data jsonb not null
);

-- The outbox replaces the reading of order_events by transactions.
alter table order_events drop column tx_id;
