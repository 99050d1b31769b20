-- Links that a person wants to send wait for an approval as orders do. They have no quote: what
-- they set aside is computed again when they are approved.
alter table order_drafts add column kind text collate "C" not null default 'ORDER';
alter table order_drafts add constraint order_drafts_kind_check
  check (kind in ('ORDER', 'LINKS')) not valid;
-- There are few drafts: this takes no time.
alter table order_drafts validate constraint order_drafts_kind_check;
alter table order_drafts alter column quote_id drop not null;
-- What is to be sent, sealed, since it names people; null once that is decided.
alter table order_drafts add column links bytea;
-- When the addresses of the links were shown to whoever asked for them: once.
alter table order_drafts add column shown_at timestamptz;
