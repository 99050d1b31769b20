-- The transactions of a label: few of a book have any, so a list passes over these only.
create index concurrently if not exists transfers_labelled
  on transfers (partner_id, transfer_no) where metadata is not null;
