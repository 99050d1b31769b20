-- The account that was made of an account of the former supplier `upstream`; null: none yet.
alter table upstreams add column account_id integer;

-- Purchases at any supplier are compared with its file. Earlier ones name an upstream.
alter table reconciliations add column account_id integer;
alter table reconciliations drop constraint reconciliations_upstream;
alter table reconciliations add constraint reconciliations_account
  check ((upstream_id is not null or account_id is not null) = (kind = 'purchases')) not valid;
