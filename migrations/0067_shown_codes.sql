-- Which requests showed codes of their order, how many, and to which user of the portal.
alter table requests add column codes_shown integer;
alter table requests add column user_id integer;
