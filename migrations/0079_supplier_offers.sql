-- What suppliers offered for the lines of a quote, by their places from 0.
alter table quotes add column offers jsonb;

-- The offer that a batch buys.
alter table fulfillments add column offer jsonb;
