-- What the partner labels a wallet transaction with, such as a team or a cost center.
alter table transfers add column metadata jsonb;
