-- Lines of a file, and records, in another currency than that of the reconciliation.
alter table reconciliations add column different_currency integer not null default 0;
alter table reconciliation_items add column file_currency text;
alter table reconciliation_items add column booked_currency text;
alter table reconciliation_items drop constraint reconciliation_items_status_check;
alter table reconciliation_items drop constraint reconciliation_items_status;
alter table reconciliation_items add constraint reconciliation_items_status check (
  case
    when status = 'different_currency' then
      file_currency is not null and booked_currency is not null
    when booked_minor is null then status = 'missing_here'
    when file_minor is null then status = 'missing_there'
    when file_minor = booked_minor then status = 'matched'
    else status = 'different_amount'
  end) not valid;
