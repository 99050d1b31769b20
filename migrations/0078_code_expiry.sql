-- From this day on the codes of a segment are no longer valid, where its supplier said so. Those of
-- stock have it in their block.
alter table issued_segments add column expires_on date;

-- What a line asks of its codes: how many days they must be valid.
alter table fulfillments add column min_validity_days integer;
