-- Orders of people that are placed at a time: SCHEDULED drafts need no approval, or have one.
alter table order_drafts
  -- When the person wants the order to be placed; null: at once, after an approval.
  add column place_at timestamptz,
  -- When a process tries next to place it; null unless it is SCHEDULED, or being placed then.
  add column place_due_at timestamptz,
  -- When it was last tried to place it at its time.
  add column tried_at timestamptz,
  -- The person who approved it.
  add column decided_by integer;

alter table order_drafts drop constraint order_drafts_state_check;
alter table order_drafts add constraint order_drafts_state_check
  check (state in ('WAITING', 'SCHEDULED', 'APPROVED', 'ORDERED', 'REJECTED', 'WITHDRAWN',
                   'EXPIRED')) not valid;
-- There are few drafts: this and the index take no time.
alter table order_drafts validate constraint order_drafts_state_check;
create index order_drafts_to_place on order_drafts (place_due_at) where place_due_at is not null;
