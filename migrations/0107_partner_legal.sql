-- Who a partner is by law, as documents name it: name, address, registration and taxId.
alter table partners add column legal jsonb;
