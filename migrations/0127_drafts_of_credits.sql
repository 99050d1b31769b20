-- Credits that a person wants to make wait for an approval as orders do: one, whose request is
-- sealed in `links` as that of links is, or a file, whose draft has the id of its import.
alter table order_drafts drop constraint order_drafts_kind_check;
alter table order_drafts add constraint order_drafts_kind_check
  check (kind in ('ORDER', 'LINKS', 'CREDIT', 'CREDIT_FILE')) not valid;
-- There are few drafts: this takes no time.
alter table order_drafts validate constraint order_drafts_kind_check;
