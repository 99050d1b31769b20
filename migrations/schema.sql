-- Written from the migrations by test/db/schema.test.ts; not by hand.

create type code_places as range (subtype = bytea);

CREATE OR REPLACE FUNCTION public.has_role(of_kind text, of_id integer, roles text[], token_makers text[], now_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO '$user', 'public'
AS $function$
declare
  token record;
begin
  if of_kind = 'service_token' then
    select issuer_kind, issuer_id into token from service_tokens
    where token_id = of_id and role = any(roles) and revoked_at is null and expires_at > now_at;
    return found and (token.issuer_kind is null
      or has_role(token.issuer_kind, token.issuer_id, token_makers, token_makers, now_at));
  end if;
  perform from users left join partners using (partner_id)
  where users.user_id = of_id and users.status = 'ACTIVE' and users.role = any(roles)
    and case when users.partner_id is null then of_kind = 'user'
             else of_kind = 'partner_user' and partners.status = 'ACTIVE' end;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_roles(of_kind text, of_id integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
declare
  home integer;
  token record;
begin
  if of_kind = 'service_token' then
    select issuer_kind, issuer_id into token from service_tokens where token_id = of_id for share;
    if token.issuer_kind is not null then
      perform lock_roles(token.issuer_kind, token.issuer_id);
    end if;
  else
    select partner_id into home from users where user_id = of_id for share;
    if home is not null then perform from partners where partner_id = home for share; end if;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.person_behind(actor text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO '$user', 'public'
AS $function$
declare
  token record;
begin
  if actor not like 'service_token:%' then return actor; end if;
  select issuer_kind, issuer_id into token from service_tokens
  where token_id = split_part(actor, ':', 2)::integer;
  if token.issuer_kind is null then return actor; end if;
  return person_behind(token.issuer_kind || ':' || token.issuer_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.require_act(of_kind text, of_id integer, roles text[], token_makers text[], now_at timestamp with time zone, of_partner_id integer, otherwise text, without_factor text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  perform lock_roles(of_kind, of_id);
  if not has_role(of_kind, of_id, roles, token_makers, now_at) or (
    of_kind = 'partner_user' and not exists (
      select from partners join users on users.partner_id in (partners.partner_id, partners.test_of)
      where users.user_id = of_id and partners.partner_id = of_partner_id))
  then
    raise exception '%', otherwise using errcode = 'TS403';
  end if;
  if of_kind = 'partner_user'
    and exists (
      select from users join partners using (partner_id)
      where users.user_id = of_id and partners.second_factor_required)
    and not exists (select from user_totps where user_id = of_id and secret is not null)
    and not exists (select from user_passkeys where user_id = of_id)
  then
    raise exception '%', without_factor using errcode = 'TS403';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_step_up(of_session uuid, since timestamp with time zone, otherwise text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
declare
  used record;
begin
  select user_id, stepped_up_at into used from user_sessions
  where session_id = of_session for share;
  if found and (used.stepped_up_at > since
    or not exists (select from user_passkeys where user_id = used.user_id))
  then return; end if;
  raise exception '%', otherwise using errcode = 'TS428';
end $function$
;

CREATE OR REPLACE FUNCTION public.reserved_places(block_ids uuid[], firsts integer[], quantities integer[])
 RETURNS code_multiplaces
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO '$user', 'public'
AS $function$
declare
  places code_places[];
  block bytea;
begin
  for n in 1..cardinality(block_ids) loop
    block := uuid_send(block_ids[n]);
    places[n] := code_places(
      block || int4send(firsts[n]), block || int4send(firsts[n] + quantities[n]));
  end loop;
  return code_multiplaces(variadic places);
end $function$
;

create table accounts (
  partner_id integer not null,
  account_id bigint not null,
  kind text not null,
  currency text not null,
  debits_pending bigint not null default 0,
  debits_posted bigint not null default 0,
  credits_pending bigint not null default 0,
  credits_posted bigint not null default 0,
  credit_limit bigint not null default 0,
  constraint accounts_pkey PRIMARY KEY (partner_id, account_id),
  constraint accounts_check CHECK (kind <> 'wallet'::text OR credits_posted >= (debits_posted + debits_pending)),
  constraint accounts_credit_limit CHECK (credit_limit >= 0),
  constraint accounts_kind_check CHECK (kind = ANY ('{funds,deposits,issued,discounts,fees,refunds,wallet_refunds,promised,wallet}'::text[])) NOT VALID,
  constraint accounts_promised CHECK (kind <> 'promised'::text OR credits_posted >= (debits_posted + debits_pending)) NOT VALID,
  constraint accounts_totals_check CHECK (LEAST(debits_pending, debits_posted, credits_pending, credits_posted) >= 0)
) with (fillfactor=60);
CREATE UNIQUE INDEX accounts_chart ON public.accounts USING btree (partner_id, kind, currency) WHERE (kind <> 'wallet'::text);

create table alert_deliveries (
  alert_id bigint not null,
  event text not null,
  channel text not null,
  delivery_id uuid not null default gen_random_uuid(),
  status text not null default 'QUEUED'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone,
  lease_epoch bigint not null default 0,
  last_fault text,
  ended_at timestamp with time zone,
  constraint alert_deliveries_pkey PRIMARY KEY (alert_id, event, channel),
  constraint alert_deliveries_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(alert_id),
  constraint alert_deliveries_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'webhook'::text])),
  constraint alert_deliveries_event_check CHECK (event = ANY (ARRAY['raised'::text, 'resolved'::text])),
  constraint alert_deliveries_queued CHECK ((status = 'QUEUED'::text) = (next_try_at IS NOT NULL) AND (status = 'QUEUED'::text) = (ended_at IS NULL)),
  constraint alert_deliveries_status_check CHECK (status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text]))
);
CREATE INDEX alert_deliveries_due ON public.alert_deliveries USING btree (channel, next_try_at) WHERE (status = 'QUEUED'::text);

create table alerts (
  alert_id bigint not null,
  kind text not null,
  subject text not null,
  severity text not null,
  message text not null,
  details jsonb not null default '{}'::jsonb,
  raised_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  count integer not null default 1,
  resolved_at timestamp with time zone,
  announced_at timestamp with time zone,
  resolution_announced_at timestamp with time zone,
  constraint alerts_pkey PRIMARY KEY (alert_id),
  constraint alerts_severity_check CHECK (severity = ANY (ARRAY['warning'::text, 'critical'::text]))
);
CREATE INDEX alerts_by_time ON public.alerts USING btree (raised_at, alert_id);
CREATE INDEX alerts_resolution_to_announce ON public.alerts USING btree (alert_id) WHERE ((resolved_at IS NOT NULL) AND (resolution_announced_at IS NULL));
CREATE INDEX alerts_to_announce ON public.alerts USING btree (alert_id) WHERE (announced_at IS NULL);
CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (kind, subject) WHERE (resolved_at IS NULL);

create table approvals (
  approval_id bigint not null,
  kind text not null,
  permission text not null,
  route text not null,
  request text not null,
  partner_id integer,
  requester_kind text not null,
  requester_id text,
  requester text not null,
  requester_address text,
  reason text,
  before jsonb not null,
  after jsonb not null,
  sealed bytea,
  digest bytea not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text not null,
  decider_id text,
  decider text,
  decided_at timestamp with time zone,
  decision_reason text,
  attempt uuid,
  attempt_until timestamp with time zone,
  response bytea,
  error jsonb,
  constraint approvals_approval_id_attempt_key UNIQUE (approval_id, attempt),
  constraint approvals_pkey PRIMARY KEY (approval_id),
  constraint approvals_check CHECK (state <> 'PENDING'::text OR sealed IS NOT NULL),
  constraint approvals_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'EXECUTED'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELED'::text, 'EXPIRED'::text]))
);
CREATE INDEX approvals_pending ON public.approvals USING btree (expires_at) WHERE (state = 'PENDING'::text);
CREATE INDEX approvals_with_response ON public.approvals USING btree (decided_at) WHERE (response IS NOT NULL);

create table approved_acts (
  approval_id bigint not null,
  attempt uuid not null,
  target text not null,
  done_at timestamp with time zone not null,
  constraint approved_acts_pkey PRIMARY KEY (approval_id),
  constraint approved_acts_attempt FOREIGN KEY (approval_id, attempt) REFERENCES approvals(approval_id, attempt)
);

create table archived_keys (
  partner_id integer not null,
  key bytea not null,
  transfer_no bigint not null,
  constraint archived_keys_pkey PRIMARY KEY (partner_id, key)
);

create table assortment_rules (
  rule_no bigint not null,
  partner_id integer,
  product_id integer,
  brand text,
  product_type text,
  currency text,
  is_shown boolean,
  effective_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  recorded_by text not null,
  constraint assortment_rules_pkey PRIMARY KEY (rule_no),
  constraint assortment_rules_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint assortment_rules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(product_id),
  constraint assortment_rules_cover CHECK (num_nonnulls(product_id, brand, product_type) <= 1),
  constraint assortment_rules_product_type_check CHECK (product_type = ANY (ARRAY['GIFT_CARD'::text, 'TOP_UP'::text, 'BILL_PAYMENT'::text, 'ACCOUNT_CREDIT'::text]))
);
CREATE INDEX assortment_rules_by_time ON public.assortment_rules USING btree (effective_at, rule_no);
CREATE UNIQUE INDEX assortment_rules_cover_at ON public.assortment_rules USING btree (partner_id, product_id, brand, product_type, currency, effective_at) NULLS NOT DISTINCT;

create table audit_checks (
  is_only boolean not null default true,
  checked_at timestamp with time zone not null,
  verified_through date,
  completed_at timestamp with time zone,
  fault jsonb,
  constraint audit_checks_pkey PRIMARY KEY (is_only),
  constraint audit_checks_is_only_check CHECK (is_only)
);

create table audit_days (
  day date not null,
  entries bigint not null,
  head bytea not null,
  sealed_at timestamp with time zone not null,
  is_closed boolean not null,
  signature bytea not null,
  constraint audit_days_pkey PRIMARY KEY (day)
);

create table audit_entries (
  audit_id bigint not null,
  partner_id integer,
  occurred_at timestamp with time zone not null,
  actor text not null,
  action text not null,
  target text not null,
  reason text,
  before jsonb,
  after jsonb,
  actor_kind text not null,
  actor_id text,
  address text,
  approval_id bigint,
  approver_id text,
  approver text,
  constraint audit_entries_pkey PRIMARY KEY (audit_id)
);
CREATE INDEX audit_by_action ON public.audit_entries USING btree (action, audit_id);
CREATE INDEX audit_by_actor ON public.audit_entries USING btree (actor, audit_id);
CREATE INDEX audit_by_target ON public.audit_entries USING btree (target, audit_id);
CREATE INDEX audit_by_time ON public.audit_entries USING btree (occurred_at, audit_id);

create table audit_links (
  day date not null,
  place bigint not null,
  audit_id bigint not null,
  sealed_at timestamp with time zone not null,
  hash bytea not null,
  mac bytea not null,
  constraint audit_links_audit_id_key UNIQUE (audit_id),
  constraint audit_links_pkey PRIMARY KEY (day, place),
  constraint audit_links_day_fkey FOREIGN KEY (day) REFERENCES audit_days(day)
);

create table audit_outbox (
  audit_id bigint not null,
  constraint audit_outbox_pkey PRIMARY KEY (audit_id)
);

create table audit_signing_key (
  is_only boolean not null default true,
  seed bytea not null,
  made_at timestamp with time zone not null,
  constraint audit_signing_key_pkey PRIMARY KEY (is_only),
  constraint audit_signing_key_is_only_check CHECK (is_only)
);

create table books (
  partner_id integer not null,
  last_id bigint not null default 0,
  last_transfer bigint not null default 0,
  last_order bigint not null default 0,
  orders_on_hold integer not null default 0,
  last_instant timestamp with time zone not null,
  version bigint not null default 0,
  lineage bigint[] not null default '{}'::bigint[],
  has_spend_limits boolean not null default false,
  writers bigint[] not null default '{}'::bigint[],
  constraint books_pkey PRIMARY KEY (partner_id),
  constraint books_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint books_orders_on_hold_check CHECK (orders_on_hold >= 0)
) with (fillfactor=50);
CREATE INDEX books_on_hold ON public.books USING btree (partner_id) WHERE (orders_on_hold > 0);

create table campaigns (
  partner_id integer not null,
  campaign_id bigint not null,
  name text not null,
  currency text not null,
  budget_minor bigint,
  credited_minor bigint not null default 0,
  ends_at timestamp with time zone,
  created_at timestamp with time zone not null,
  spend_products jsonb,
  constraint campaigns_pkey PRIMARY KEY (partner_id, campaign_id),
  constraint campaigns_budget_minor_check CHECK (budget_minor > 0),
  constraint campaigns_check CHECK (budget_minor IS NULL OR credited_minor <= budget_minor),
  constraint campaigns_spend_products CHECK (jsonb_typeof(spend_products) = 'array'::text) NOT VALID
);

create table card_authorizations (
  authorization_id uuid not null,
  merchant_id integer not null,
  blind uuid not null,
  authorized_minor bigint not null,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  status text not null,
  capture_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint card_authorizations_capture_id_key UNIQUE (capture_id),
  constraint card_authorizations_pkey PRIMARY KEY (authorization_id),
  constraint card_authorizations_blind_fkey FOREIGN KEY (blind) REFERENCES cards(blind),
  constraint card_authorizations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint card_authorizations_authorized_minor_check CHECK (authorized_minor > 0),
  constraint card_authorizations_captured CHECK ((status = 'CAPTURED'::text) = (captured_minor > 0)),
  constraint card_authorizations_refunded_minor_check CHECK (refunded_minor >= 0),
  constraint card_authorizations_status_check CHECK (status = ANY (ARRAY['AUTHORIZED'::text, 'CAPTURED'::text, 'VOIDED'::text, 'EXPIRED'::text, 'REVERSED'::text])),
  constraint card_authorizations_sums CHECK (refunded_minor <= captured_minor AND captured_minor <= authorized_minor)
);
CREATE INDEX card_authorizations_due ON public.card_authorizations USING btree (expires_at) WHERE (status = 'AUTHORIZED'::text);
CREATE INDEX card_authorizations_of_card ON public.card_authorizations USING btree (blind);

create table card_entries (
  blind uuid not null,
  entry_no integer not null,
  kind text not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  authorization_id uuid not null,
  reference text,
  created_at timestamp with time zone not null,
  constraint card_entries_pkey PRIMARY KEY (blind, entry_no),
  constraint card_entries_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES card_authorizations(authorization_id),
  constraint card_entries_blind_fkey FOREIGN KEY (blind) REFERENCES cards(blind),
  constraint card_entries_amount_minor_check CHECK (amount_minor > 0),
  constraint card_entries_kind_check CHECK (kind = ANY (ARRAY['AUTHORIZE'::text, 'RELEASE'::text, 'CAPTURE'::text, 'REFUND'::text, 'REVERSE_CAPTURE'::text, 'REVERSE_REFUND'::text]))
);

create table cards (
  blind uuid not null,
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  item_no integer not null,
  currency text not null,
  issued_minor bigint not null,
  balance_minor bigint not null,
  authorized_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  entry_count integer not null default 0,
  constraint cards_pkey PRIMARY KEY (blind),
  constraint cards_authorized_minor_check CHECK (authorized_minor >= 0),
  constraint cards_balance_minor_check CHECK (balance_minor >= 0),
  constraint cards_captured CHECK (captured_minor >= refunded_minor),
  constraint cards_issued_minor_check CHECK (issued_minor > 0),
  constraint cards_refunded_minor_check CHECK (refunded_minor >= 0),
  constraint cards_sum CHECK (issued_minor = (balance_minor + authorized_minor + captured_minor - refunded_minor))
);
CREATE UNIQUE INDEX cards_of_items ON public.cards USING btree (partner_id, order_no, item_no);

create table cases (
  partner_id integer not null,
  case_id bigint not null,
  order_no bigint not null,
  item_no integer not null,
  product_id integer not null,
  kind text not null,
  state text not null,
  reason text not null,
  currency text,
  amount_minor bigint,
  transfer_no bigint,
  opened_by text not null,
  opened_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint cases_pkey PRIMARY KEY (partner_id, case_id),
  constraint cases_amount CHECK (num_nonnulls(currency, amount_minor) =
CASE kind
    WHEN 'refund'::text THEN 2
    ELSE 0
END),
  constraint cases_amount_minor_check CHECK (amount_minor > 0),
  constraint cases_decision CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (state <> 'REQUESTED'::text OR decided_by IS NULL) AND (state <> 'REJECTED'::text OR decided_by IS NOT NULL)),
  constraint cases_item_no_check CHECK (item_no > 0),
  constraint cases_kind_check CHECK (kind = ANY (ARRAY['refund'::text, 'replace'::text, 'block'::text])),
  constraint cases_state_check CHECK (state = ANY (ARRAY['REQUESTED'::text, 'DONE'::text, 'REJECTED'::text])),
  constraint cases_transfer CHECK ((transfer_no IS NOT NULL) = (kind = 'refund'::text AND state = 'DONE'::text))
);
CREATE INDEX cases_by_order ON public.cases USING btree (partner_id, order_no, case_id);
CREATE INDEX cases_by_time ON public.cases USING btree (kind, state, opened_at, case_id);
CREATE INDEX cases_of_partner ON public.cases USING btree (partner_id, kind, state, opened_at, case_id);
CREATE UNIQUE INDEX cases_block ON public.cases USING btree (partner_id, order_no, item_no) WHERE ((kind = 'block'::text) AND (state <> 'REJECTED'::text));
CREATE UNIQUE INDEX cases_remedy ON public.cases USING btree (partner_id, order_no, item_no) WHERE ((kind <> 'block'::text) AND (state <> 'REJECTED'::text));

create table catalog_version (
  only_row boolean not null default true,
  version bigint not null,
  constraint catalog_version_pkey PRIMARY KEY (only_row),
  constraint catalog_version_only_row_check CHECK (only_row)
);

create table code_index (
  product_id integer not null,
  lot_no integer,
  blind uuid not null,
  purchase uuid,
  constraint code_index_pkey PRIMARY KEY (blind),
  constraint code_index_origin_check CHECK (lot_no IS NOT NULL OR purchase IS NOT NULL)
);

create table consumers (
  partner_id integer not null,
  consumer_id bigint not null,
  full_name text not null,
  created_at timestamp with time zone not null,
  email_blind uuid not null,
  email_sealed bytea not null,
  constraint consumers_pkey PRIMARY KEY (partner_id, consumer_id)
);
CREATE INDEX consumers_by_last_name ON public.consumers USING btree (partner_id, split_part((lower((full_name COLLATE "und-x-icu")) COLLATE "C"), ' '::text, '-1'::integer));
CREATE INDEX consumers_by_name ON public.consumers USING btree (partner_id, lower((full_name COLLATE "und-x-icu")) COLLATE "C", consumer_id);
CREATE UNIQUE INDEX consumers_email ON public.consumers USING btree (partner_id, email_blind);

create table content_version (
  only_row boolean not null default true,
  version bigint not null,
  constraint content_version_pkey PRIMARY KEY (only_row),
  constraint content_version_only_row_check CHECK (only_row)
);

create table credential_claims (
  client_id uuid not null,
  sealed bytea,
  link_hash bytea,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  claimed_by text,
  issuer_kind text,
  issuer_id integer,
  constraint credential_claims_link_hash_key UNIQUE (link_hash),
  constraint credential_claims_pkey PRIMARY KEY (client_id),
  constraint credential_claims_client_id_fkey FOREIGN KEY (client_id) REFERENCES credentials(client_id),
  constraint credential_claims_check CHECK (claimed_at IS NULL OR sealed IS NULL)
);
CREATE INDEX credential_claims_waiting ON public.credential_claims USING btree (expires_at) WHERE (sealed IS NOT NULL);

create table credential_uses (
  client_id uuid not null,
  last_used_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  last_failure text,
  last_failed_check text,
  constraint credential_uses_pkey PRIMARY KEY (client_id),
  constraint credential_uses_check CHECK ((last_failed_at IS NULL) = (last_failure IS NULL))
);

create table credentials (
  client_id uuid not null,
  partner_id integer not null,
  label text,
  api_key_hash bytea not null,
  hmac_secret_sealed bytea not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  requires_signature_v2 boolean not null default false,
  allowed_addresses text[],
  constraint credentials_pkey PRIMARY KEY (client_id),
  constraint credentials_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint credentials_allowed_addresses_check CHECK (cardinality(allowed_addresses) > 0),
  constraint credentials_api_key_hash_check CHECK (length(api_key_hash) = 32)
);
CREATE INDEX credentials_by_partner ON public.credentials USING btree (partner_id, created_at);

create table credit_import_outcomes (
  partner_id integer not null,
  import_id uuid not null,
  part_no integer not null,
  credited integer not null,
  repeated integer not null,
  refused integer not null,
  report text not null,
  is_running boolean not null,
  constraint credit_import_outcomes_pkey PRIMARY KEY (partner_id, import_id, part_no)
);

create table credit_import_parts (
  partner_id integer not null,
  import_id uuid not null,
  part_no integer not null,
  row_count integer not null,
  totals jsonb not null,
  errors jsonb not null,
  sealed bytea,
  constraint credit_import_parts_pkey PRIMARY KEY (partner_id, import_id, part_no)
);

create table credit_imports (
  partner_id integer not null,
  import_id uuid not null,
  state text not null,
  file_reference text not null,
  is_dry_run boolean not null,
  creates_consumers boolean not null,
  actor text not null,
  row_count integer not null default 0,
  error_count integer not null default 0,
  failure text,
  lease_owner uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  progress_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  made_by integer,
  constraint credit_imports_pkey PRIMARY KEY (partner_id, import_id),
  constraint credit_imports_state_check CHECK (state = ANY (ARRAY['CHECKING'::text, 'REJECTED'::text, 'CHECKED'::text, 'RUNNING'::text, 'STOPPED'::text, 'CANCELLED'::text, 'DONE'::text]))
);
CREATE INDEX credit_imports_by_time ON public.credit_imports USING btree (partner_id, created_at, import_id);
CREATE INDEX credit_imports_due ON public.credit_imports USING btree (lease_until) WHERE (state = 'RUNNING'::text);
CREATE INDEX credit_imports_old ON public.credit_imports USING btree (progress_at);

create table credit_rules (
  partner_id integer not null,
  currency text not null,
  approve_from bigint not null,
  constraint credit_rules_pkey PRIMARY KEY (partner_id, currency),
  constraint credit_rules_approve_from_check CHECK (approve_from > 0)
);

create table currencies (
  code text not null,
  exponent smallint not null,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_exponent_check CHECK (exponent >= 0 AND exponent <= 4)
);

create table deposit_reversals (
  partner_id integer not null,
  transfer_no bigint not null,
  deposit_no bigint not null,
  constraint deposit_reversals_pkey PRIMARY KEY (partner_id, transfer_no)
);
CREATE INDEX deposit_reversals_by_deposit ON public.deposit_reversals USING btree (partner_id, deposit_no);

create table draft_mails (
  user_id integer not null,
  kind text not null,
  drafts integer not null,
  since timestamp with time zone not null,
  portal_url text,
  sent_at timestamp with time zone,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone,
  constraint draft_mails_pkey PRIMARY KEY (user_id, kind),
  constraint draft_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint draft_mails_kind_check CHECK (kind = ANY (ARRAY['WAITING'::text, 'OVER'::text]))
);
CREATE INDEX draft_mails_due ON public.draft_mails USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

create table erasures (
  partner_id integer not null,
  erasure_id uuid not null,
  kind text not null,
  consumer_id bigint,
  reason text not null,
  actor text not null,
  wallets integer not null,
  descriptions integer not null,
  mails integer not null,
  erased_at timestamp with time zone not null,
  lines integer not null default 0,
  constraint erasures_pkey PRIMARY KEY (partner_id, erasure_id),
  constraint erasures_check CHECK ((kind = 'CONSUMER'::text) = (consumer_id IS NOT NULL)),
  constraint erasures_kind_check CHECK (kind = ANY (ARRAY['CONSUMER'::text, 'RECIPIENT'::text]))
);
CREATE INDEX erasures_by_time ON public.erasures USING btree (erased_at, erasure_id);
CREATE UNIQUE INDEX erasures_of_consumer ON public.erasures USING btree (partner_id, consumer_id);

create table event_outbox (
  outbox_no bigint not null,
  for_partner integer,
  for_test boolean,
  type text not null,
  subject text not null,
  occurred_at timestamp with time zone not null,
  data jsonb not null,
  constraint event_outbox_pkey PRIMARY KEY (outbox_no)
);

create table events (
  partner_id integer not null,
  event_no bigint not null,
  type text not null,
  subject text not null,
  occurred_at timestamp with time zone not null,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (partner_id, event_no)
);
CREATE INDEX events_by_subject ON public.events USING btree (partner_id, subject, event_no);
CREATE INDEX events_by_time ON public.events USING btree (partner_id, occurred_at);

create table feeds (
  partner_id integer not null,
  last_event bigint not null default 0,
  first_event bigint not null default 1,
  last_transfer bigint not null,
  is_followed boolean not null default true,
  listened_at timestamp with time zone not null,
  relayed_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  life text,
  constraint feeds_pkey PRIMARY KEY (partner_id),
  constraint feeds_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id)
);
CREATE INDEX feeds_by_relay ON public.feeds USING btree (relayed_at);

create table fulfillments (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  line_no integer not null,
  product_id integer not null,
  supplier text not null,
  face_value_minor bigint not null,
  first_item_no integer not null,
  quantity integer not null,
  ordered_at timestamp with time zone not null,
  status text not null default 'PENDING'::text,
  due_at timestamp with time zone,
  waits_for text,
  attempt integer not null default 0,
  lease_owner uuid,
  outcome_unknown boolean not null default false,
  taking_back boolean not null default false,
  last_fault text,
  completed_at timestamp with time zone,
  supplier_step integer not null default 0,
  supplier_settings jsonb,
  round_outcome text,
  lease_epoch bigint not null default 0,
  min_validity_days integer,
  offer jsonb,
  look_up_by timestamp with time zone,
  constraint fulfillments_pkey PRIMARY KEY (partner_id, order_no, batch_no),
  constraint fulfillments_check CHECK ((status = 'COMPLETED'::text) = (completed_at IS NOT NULL)),
  constraint fulfillments_quantity_check CHECK (quantity > 0),
  constraint fulfillments_round_outcome_check CHECK (round_outcome = ANY (ARRAY['refused'::text, 'unavailable'::text, 'unfunded'::text, 'out_of_stock'::text])),
  constraint fulfillments_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text])),
  constraint fulfillments_waits_for_check CHECK (waits_for = ANY (ARRAY['stock'::text, 'funds'::text, 'supplier'::text]))
) with (fillfactor=70);
CREATE INDEX fulfillments_due ON public.fulfillments USING btree (partner_id, batch_no, order_no, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX fulfillments_open ON public.fulfillments USING btree (partner_id, order_no) WHERE (status <> 'COMPLETED'::text);
CREATE INDEX fulfillments_waiting_stock ON public.fulfillments USING btree (product_id, face_value_minor, ordered_at, partner_id, order_no, batch_no) INCLUDE (quantity, supplier) WHERE (waits_for = 'stock'::text);
CREATE INDEX fulfillments_waiting_supplier ON public.fulfillments USING btree (product_id, ordered_at, partner_id, order_no) WHERE (waits_for = 'supplier'::text);

create table funds_levels (
  partner_id integer not null,
  currency text not null,
  day timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  spent_minor bigint not null,
  constraint funds_levels_pkey PRIMARY KEY (partner_id, currency, day)
);

create table funds_notices (
  partner_id integer not null,
  user_id integer not null,
  currency text not null,
  kind text not null,
  below_minor bigint,
  below_days integer,
  portal_url text,
  noticed_at timestamp with time zone,
  deposited_minor bigint,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone,
  constraint funds_notices_pkey PRIMARY KEY (partner_id, user_id, currency, kind),
  constraint funds_notices_below CHECK ((kind = 'LOW'::text) = (num_nonnulls(below_minor, below_days) > 0)),
  constraint funds_notices_below_days_check CHECK (below_days >= 1 AND below_days <= 365),
  constraint funds_notices_below_minor_check CHECK (below_minor > 0),
  constraint funds_notices_deposited CHECK ((kind = 'DEPOSIT'::text AND noticed_at IS NOT NULL) = (deposited_minor IS NOT NULL)),
  constraint funds_notices_kind_check CHECK (kind = ANY (ARRAY['LOW'::text, 'DEPOSIT'::text]))
);
CREATE INDEX funds_notices_due ON public.funds_notices USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

create table fx_pairs (
  from_currency text not null,
  to_currency text not null,
  constraint fx_pairs_pkey PRIMARY KEY (from_currency, to_currency)
);

create table fx_rates (
  from_currency text not null,
  to_currency text not null,
  rate numeric(24,8) not null,
  recorded_at timestamp with time zone not null,
  rate_no bigint not null,
  effective_at timestamp with time zone not null,
  source text not null,
  recorded_by text not null,
  list_day timestamp with time zone,
  constraint fx_rates_pkey PRIMARY KEY (rate_no),
  constraint fx_rates_rate_check CHECK (rate > 0::numeric)
);
CREATE INDEX fx_rates_by_time ON public.fx_rates USING btree (effective_at, rate_no);
CREATE INDEX fx_rates_of_pair ON public.fx_rates USING btree (from_currency, to_currency, effective_at DESC, rate_no DESC);

create table fx_spreads (
  spread_no bigint not null,
  from_currency text,
  to_currency text,
  spread_percent numeric(7,4),
  effective_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  recorded_by text not null,
  constraint fx_spreads_pkey PRIMARY KEY (spread_no),
  constraint fx_spreads_pair CHECK ((from_currency IS NULL) = (to_currency IS NULL)),
  constraint fx_spreads_spread_percent_check CHECK (spread_percent >= 0::numeric AND spread_percent < 100::numeric)
);
CREATE INDEX fx_spreads_by_time ON public.fx_spreads USING btree (effective_at, spread_no);
CREATE UNIQUE INDEX fx_spreads_pair_at ON public.fx_spreads USING btree (from_currency, to_currency, effective_at) NULLS NOT DISTINCT;

create table images (
  image_id text not null,
  bytes bytea not null,
  width integer not null,
  height integer not null,
  stored_at timestamp with time zone not null,
  constraint images_pkey PRIMARY KEY (image_id),
  constraint images_height_check CHECK (height > 0),
  constraint images_width_check CHECK (width > 0)
);

create table invitations (
  invitation_id bigint not null,
  partner_id integer,
  email text not null,
  token_hash bytea not null,
  role text not null,
  issuer_kind text,
  issuer_id integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sealed_link bytea,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone,
  constraint invitations_partner_id_email_key UNIQUE NULLS NOT DISTINCT (partner_id, email),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_pkey PRIMARY KEY (invitation_id),
  constraint invitations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id)
);
CREATE INDEX invitations_due ON public.invitations USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

create table issued_segments (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  segment_no integer not null,
  first_item_no integer not null,
  quantity integer not null,
  sealed bytea,
  stock_product_id integer,
  stock_block_id uuid,
  stock_first integer,
  expires_on date,
  card_count integer,
  constraint issued_segments_pkey PRIMARY KEY (partner_id, order_no, batch_no, segment_no),
  constraint issued_segments_check CHECK ((sealed IS NULL) = (stock_block_id IS NOT NULL)),
  constraint issued_segments_check1 CHECK ((stock_block_id IS NULL) = (stock_first IS NULL)),
  constraint issued_segments_check2 CHECK ((stock_block_id IS NULL) = (stock_product_id IS NULL)),
  constraint issued_segments_quantity_check CHECK (quantity > 0)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=1000000, autovacuum_freeze_min_age=0);
CREATE INDEX issued_segments_by_block ON public.issued_segments USING btree (stock_product_id, stock_block_id) WHERE (stock_block_id IS NOT NULL);
CREATE INDEX issued_segments_later_by_item ON public.issued_segments USING btree (partner_id, order_no, first_item_no) WHERE (first_item_no > 1);
CREATE INDEX issued_segments_with_cards ON public.issued_segments USING btree (partner_id, order_no, batch_no) WHERE (card_count IS NOT NULL);

create table ledger_checkpoints (
  partner_id integer not null,
  verified_at timestamp with time zone not null,
  sealed bytea not null,
  constraint ledger_checkpoints_pkey PRIMARY KEY (partner_id),
  constraint ledger_checkpoints_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id)
);

create table ledger_openings (
  partner_id integer not null,
  last_transfer bigint not null,
  last_at timestamp with time zone not null,
  removed_transfer bigint not null,
  removed_transfers bigint not null default 0,
  sealed bytea not null,
  constraint ledger_openings_pkey PRIMARY KEY (partner_id),
  constraint ledger_openings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id)
);

create table ledger_verifications (
  verification_id uuid not null,
  actor text not null,
  from_checkpoint boolean not null,
  state text not null,
  started_at timestamp with time zone not null,
  lease_until timestamp with time zone not null,
  finished_at timestamp with time zone,
  phase text not null default 'books'::text,
  partners_checked integer not null default 0,
  partners_total integer not null default 0,
  accounts bigint not null default 0,
  transfers bigint not null default 0,
  differences jsonb,
  constraint ledger_verifications_pkey PRIMARY KEY (verification_id),
  constraint ledger_verifications_check CHECK ((state = 'RUNNING'::text) = (finished_at IS NULL)),
  constraint ledger_verifications_check1 CHECK ((state = 'DONE'::text) = (differences IS NOT NULL)),
  constraint ledger_verifications_phase_check CHECK (phase = ANY (ARRAY['books'::text, 'stock'::text])),
  constraint ledger_verifications_state_check CHECK (state = ANY (ARRAY['RUNNING'::text, 'DONE'::text, 'INTERRUPTED'::text]))
);
CREATE INDEX ledger_verifications_by_start ON public.ledger_verifications USING btree (started_at);
CREATE UNIQUE INDEX ledger_verifications_running ON public.ledger_verifications USING btree (state) WHERE (state = 'RUNNING'::text);

create table link_batches (
  partner_id integer not null,
  batch_no bigint not null,
  reference text not null,
  idempotency_key uuid,
  fingerprint bytea not null,
  currency text not null,
  link_count integer not null,
  sent_minor bigint not null,
  transfer_no bigint not null,
  client_id uuid,
  created_at timestamp with time zone not null,
  parts_id uuid,
  terms jsonb,
  waiting_count integer not null default 0,
  waiting_minor bigint not null default 0,
  constraint link_batches_key UNIQUE (partner_id, idempotency_key),
  constraint link_batches_reference UNIQUE (partner_id, reference),
  constraint link_batches_pkey PRIMARY KEY (partner_id, batch_no),
  constraint link_batches_link_count_check CHECK (link_count > 0),
  constraint link_batches_sent_minor_check CHECK (sent_minor > 0)
);
CREATE INDEX link_batches_by_parts ON public.link_batches USING btree (partner_id, parts_id) WHERE (waiting_count > 0);
CREATE INDEX link_batches_waiting ON public.link_batches USING btree (created_at) WHERE (waiting_count > 0);

create table link_claim_checks (
  partner_id integer not null,
  link_no bigint not null,
  claim_no integer not null,
  template_id uuid,
  network_blind bytea not null,
  address_blind bytea,
  amount_minor bigint not null,
  currency text not null,
  checked_at timestamp with time zone not null,
  phone_blind bytea,
  order_no bigint,
  constraint link_claim_checks_pkey PRIMARY KEY (partner_id, link_no, claim_no)
);
CREATE INDEX link_claim_checks_by_time ON public.link_claim_checks USING btree (checked_at);
CREATE INDEX link_claim_checks_of_partner ON public.link_claim_checks USING btree (partner_id, checked_at);

create table link_erasures (
  partner_id integer not null,
  address_blind bytea not null,
  erased_at timestamp with time zone not null,
  constraint link_erasures_pkey PRIMARY KEY (partner_id, address_blind)
);
CREATE INDEX link_erasures_by_time ON public.link_erasures USING btree (erased_at);

create table link_messages (
  partner_id integer not null,
  message_id uuid not null,
  link_no bigint not null,
  generation integer not null,
  kind text not null,
  status text not null,
  reason text,
  last_fault text,
  attempts integer not null default 0,
  lease_epoch bigint not null default 0,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  email_blind bytea,
  unsubscribed_at timestamp with time zone,
  wrong_codes integer not null default 0,
  code_used_at timestamp with time zone,
  channel text not null default 'EMAIL'::text,
  constraint link_messages_pkey PRIMARY KEY (partner_id, message_id),
  constraint link_messages_channel_check CHECK (channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text])) NOT VALID,
  constraint link_messages_due CHECK ((status = 'PENDING'::text) = (next_try_at IS NOT NULL)),
  constraint link_messages_kind_check CHECK (kind = ANY (ARRAY['LINK'::text, 'REMINDER'::text, 'CODE'::text])) NOT VALID,
  constraint link_messages_sent CHECK (status <> 'SENT'::text OR sent_at IS NOT NULL),
  constraint link_messages_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'DEFERRED'::text, 'DELIVERED'::text, 'BOUNCED'::text, 'COMPLAINED'::text, 'SUPPRESSED'::text])) NOT VALID
);
CREATE INDEX link_messages_by_address ON public.link_messages USING btree (partner_id, email_blind) WHERE (email_blind IS NOT NULL);
CREATE INDEX link_messages_by_time ON public.link_messages USING btree (created_at) WHERE (status <> 'PENDING'::text);
CREATE INDEX link_messages_next ON public.link_messages USING btree (next_try_at, partner_id) WHERE (status = 'PENDING'::text);
CREATE INDEX link_messages_of_link ON public.link_messages USING btree (partner_id, link_no, created_at);
CREATE UNIQUE INDEX link_messages_reminder ON public.link_messages USING btree (partner_id, link_no) WHERE ((kind = 'REMINDER'::text) AND (status = 'PENDING'::text));

create table link_old_tokens (
  partner_id integer not null,
  token_hash bytea not null,
  link_no bigint not null,
  constraint link_old_tokens_pkey PRIMARY KEY (partner_id, token_hash),
  constraint link_old_tokens_token_hash_check CHECK (length(token_hash) = 32)
);

create table link_parts (
  partner_id integer not null,
  parts_id uuid not null,
  part_no integer not null,
  sealed bytea not null,
  keep_until timestamp with time zone not null,
  constraint link_parts_pkey PRIMARY KEY (partner_id, parts_id, part_no)
);
CREATE INDEX link_parts_over ON public.link_parts USING btree (keep_until);

create table link_returns (
  partner_id integer not null,
  transfer_no bigint not null,
  link_no bigint not null,
  amount_minor bigint not null,
  constraint link_returns_pkey PRIMARY KEY (partner_id, transfer_no),
  constraint link_returns_amount_minor_check CHECK (amount_minor > 0)
);
CREATE INDEX link_returns_of_link ON public.link_returns USING btree (partner_id, link_no);

create table link_templates (
  partner_id integer not null,
  template_id uuid not null,
  name text not null,
  logo_image_id text,
  accent_color text,
  paper_color text,
  sender_name text,
  reply_to text,
  second_factor text not null default 'NONE'::text,
  second_factor_from jsonb,
  texts jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  claim_rules jsonb,
  quiet_hours jsonb,
  constraint link_templates_pkey PRIMARY KEY (partner_id, template_id),
  constraint link_templates_second_factor_check CHECK (second_factor = ANY (ARRAY['NONE'::text, 'EMAIL'::text, 'SMS'::text, 'SIGNED'::text])) NOT VALID
);

create table links (
  partner_id integer not null,
  link_no bigint not null,
  batch_no bigint not null,
  link_key uuid not null,
  generation integer not null default 1,
  token_hash bytea not null,
  currency text not null,
  amount_minor bigint not null,
  sent_minor bigint not null,
  chosen_minor bigint not null default 0,
  held_minor bigint not null default 0,
  claimed_minor bigint not null default 0,
  returned_minor bigint not null default 0,
  claims integer not null default 0,
  products jsonb,
  locale text,
  reference text,
  metadata jsonb,
  delivery text not null,
  recipient_sealed bytea,
  claim_by timestamp with time zone not null,
  ended text,
  ended_at timestamp with time zone,
  ended_reason text,
  created_at timestamp with time zone not null,
  reminders boolean not null default false,
  email_blind bytea,
  second_factor text not null default 'NONE'::text,
  template_id uuid,
  review_reason text,
  review_until timestamp with time zone,
  reviewed_at timestamp with time zone,
  phone_blind bytea,
  constraint links_pkey PRIMARY KEY (partner_id, link_no),
  constraint links_amount_minor_check CHECK (amount_minor > 0),
  constraint links_claims_check CHECK (claims >= 0),
  constraint links_delivery_check CHECK (delivery = ANY (ARRAY['NONE'::text, 'EMAIL'::text, 'SMS'::text])) NOT VALID,
  constraint links_ended CHECK ((ended IS NULL) = (ended_at IS NULL)),
  constraint links_ended_check CHECK (ended = ANY (ARRAY['CLAIMED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'RETURNED'::text])),
  constraint links_generation_check CHECK (generation > 0),
  constraint links_money CHECK (sent_minor >= amount_minor AND chosen_minor >= 0 AND chosen_minor <= amount_minor AND LEAST(held_minor, claimed_minor, returned_minor) >= 0 AND (held_minor + claimed_minor + returned_minor) <= sent_minor),
  constraint links_second_factor_check CHECK (second_factor = ANY (ARRAY['NONE'::text, 'EMAIL'::text, 'SMS'::text, 'SIGNED'::text])) NOT VALID,
  constraint links_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX links_by_address ON public.links USING btree (partner_id, email_blind) WHERE (email_blind IS NOT NULL);
CREATE INDEX links_by_metadata ON public.links USING gin (metadata jsonb_path_ops) WHERE (metadata IS NOT NULL);
CREATE INDEX links_by_phone ON public.links USING btree (partner_id, phone_blind) WHERE (phone_blind IS NOT NULL);
CREATE INDEX links_by_reference ON public.links USING btree (partner_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX links_by_status ON public.links USING btree (partner_id, (
CASE
    WHEN (ended IS NOT NULL) THEN ended
    WHEN (chosen_minor = amount_minor) THEN 'CLAIMED'::text
    WHEN (chosen_minor > 0) THEN 'PARTLY_CLAIMED'::text
    ELSE 'OPEN'::text
END), link_no);
CREATE INDEX links_due ON public.links USING btree (claim_by, partner_id, link_no) WHERE ((ended IS NULL) AND (chosen_minor < amount_minor));
CREATE INDEX links_in_review ON public.links USING btree (review_until, partner_id, link_no) WHERE ((review_until IS NOT NULL) AND (reviewed_at IS NULL) AND (ended IS NULL));
CREATE INDEX links_of_batch ON public.links USING btree (partner_id, batch_no, link_no);
CREATE UNIQUE INDEX links_token ON public.links USING btree (partner_id, token_hash);

create table lot_costs (
  product_id integer not null,
  lot text not null,
  face_value_minor bigint not null,
  cost_no bigint not null,
  currency text not null,
  unit_cost_minor bigint not null,
  purchase_order text,
  supplier text,
  recorded_at timestamp with time zone not null,
  recorded_by text not null,
  effective_at timestamp with time zone,
  corrects bigint,
  original_no bigint,
  reason text,
  constraint lot_costs_pkey PRIMARY KEY (product_id, lot, face_value_minor, cost_no),
  constraint lot_costs_unit_cost_minor_check CHECK (unit_cost_minor >= 0)
);

create table mail_suppressions (
  partner_id integer not null,
  consumer_id bigint not null,
  transfer_no bigint,
  fault text not null,
  suppressed_at timestamp with time zone not null,
  reason text not null default 'ADDRESS_REFUSED'::text,
  constraint mail_suppressions_pkey PRIMARY KEY (partner_id, consumer_id)
);

create table mail_templates (
  partner_id integer,
  language text not null,
  subject text not null,
  text text not null,
  html text,
  set_at timestamp with time zone not null,
  set_by text not null,
  constraint mail_templates_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint mail_templates_language_check CHECK (length(language) >= 2 AND length(language) <= 12)
);
CREATE UNIQUE INDEX mail_templates_place ON public.mail_templates USING btree (partner_id, language) NULLS NOT DISTINCT;

create table mailing (
  only_row boolean not null default true,
  is_on boolean not null,
  constraint mailing_pkey PRIMARY KEY (only_row),
  constraint mailing_only_row_check CHECK (only_row)
);

create table merchant_calls (
  merchant_id integer not null,
  reference text not null,
  call_no bigint not null,
  kind text not null,
  fingerprint bytea,
  authorization_id uuid,
  amount_minor bigint,
  response text,
  created_at timestamp with time zone not null,
  reversed_at timestamp with time zone,
  constraint merchant_calls_pkey PRIMARY KEY (merchant_id, reference),
  constraint merchant_calls_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES card_authorizations(authorization_id),
  constraint merchant_calls_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint merchant_calls_kind_check CHECK (kind = ANY (ARRAY['AUTHORIZE'::text, 'CAPTURE'::text, 'VOID'::text, 'REFUND'::text, 'REVERSE'::text])),
  constraint merchant_calls_reversed CHECK (kind <> 'REVERSE'::text OR reversed_at IS NOT NULL)
);
CREATE INDEX merchant_calls_by_number ON public.merchant_calls USING btree (merchant_id, call_no);

create table merchant_credentials (
  client_id uuid not null,
  merchant_id integer not null,
  label text,
  api_key_hash bytea not null,
  hmac_secret_sealed bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint merchant_credentials_pkey PRIMARY KEY (client_id),
  constraint merchant_credentials_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id)
);
CREATE INDEX merchant_credentials_of_merchant ON public.merchant_credentials USING btree (merchant_id, created_at);

create table merchants (
  merchant_id integer not null,
  name text not null,
  status text not null,
  created_at timestamp with time zone not null,
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))
);

create table notification_cursors (
  partner_id integer not null,
  notified_transfer bigint not null default 0,
  constraint notification_cursors_pkey PRIMARY KEY (partner_id)
);

create table notifications (
  partner_id integer not null,
  transfer_no bigint not null,
  status text not null default 'PENDING'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone,
  last_fault text,
  lease_epoch bigint not null default 0,
  wallet_id bigint not null,
  consumer_id bigint not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  resends integer not null default 0,
  reason text,
  constraint notifications_pkey PRIMARY KEY (partner_id, transfer_no),
  constraint notifications_check CHECK ((status = 'PENDING'::text) = (next_try_at IS NOT NULL)),
  constraint notifications_sent CHECK (status <> 'SENT'::text OR sent_at IS NOT NULL),
  constraint notifications_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'DELIVERED'::text, 'FAILED'::text, 'COMPLAINED'::text, 'SUPPRESSED'::text])) NOT VALID
) with (fillfactor=70);
CREATE INDEX notifications_by_time ON public.notifications USING btree (status, created_at, partner_id, transfer_no);
CREATE INDEX notifications_by_wallet ON public.notifications USING btree (partner_id, wallet_id, transfer_no) WHERE (status = 'PENDING'::text);
CREATE INDEX notifications_due ON public.notifications USING btree (partner_id, next_try_at, transfer_no) WHERE (status = 'PENDING'::text);
CREATE INDEX notifications_of_consumer ON public.notifications USING btree (partner_id, consumer_id);
CREATE INDEX notifications_of_partner ON public.notifications USING btree (partner_id, status, created_at, transfer_no);

create table oidc_sign_ins (
  secret_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint oidc_sign_ins_pkey PRIMARY KEY (secret_hash)
);

create table operator_writes (
  idempotency_key uuid not null,
  attempt uuid not null,
  request text not null,
  fingerprint bytea not null,
  target text,
  made_at timestamp with time zone not null,
  response bytea,
  constraint operator_writes_pkey PRIMARY KEY (idempotency_key)
);

create table order_drafts (
  partner_id integer not null,
  draft_id uuid not null,
  state text not null,
  client_reference text not null,
  currency text not null,
  charged bigint not null,
  item_count integer not null,
  items jsonb not null,
  quote_id uuid,
  made_by integer not null,
  made_by_name text not null,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by_name text,
  decided_at timestamp with time zone,
  reason text,
  order_id text,
  kind text not null default 'ORDER'::text,
  links bytea,
  shown_at timestamp with time zone,
  place_at timestamp with time zone,
  place_due_at timestamp with time zone,
  tried_at timestamp with time zone,
  decided_by integer,
  made_by_client uuid,
  metadata jsonb,
  constraint order_drafts_pkey PRIMARY KEY (partner_id, draft_id),
  constraint order_drafts_kind_check CHECK (kind = ANY (ARRAY['ORDER'::text, 'LINKS'::text, 'CREDIT'::text, 'CREDIT_FILE'::text])),
  constraint order_drafts_state_check CHECK (state = ANY (ARRAY['WAITING'::text, 'SCHEDULED'::text, 'APPROVED'::text, 'ORDERED'::text, 'REJECTED'::text, 'WITHDRAWN'::text, 'EXPIRED'::text]))
);
CREATE INDEX order_drafts_by_time ON public.order_drafts USING btree (partner_id, made_at, draft_id);
CREATE INDEX order_drafts_to_place ON public.order_drafts USING btree (place_due_at) WHERE (place_due_at IS NOT NULL);
CREATE INDEX order_drafts_waiting ON public.order_drafts USING btree (expires_at) WHERE (state = 'WAITING'::text);

create table order_events (
  partner_id integer not null,
  order_no bigint not null,
  event_no integer not null,
  from_status text,
  to_status text not null,
  occurred_at timestamp with time zone not null,
  reason text,
  held_for text,
  constraint order_events_pkey PRIMARY KEY (partner_id, order_no, event_no),
  constraint order_events_check CHECK ((to_status = 'ON_HOLD'::text) = (held_for IS NOT NULL)),
  constraint order_events_held_for_check CHECK (held_for = ANY (ARRAY['funds'::text, 'supplier'::text]))
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=1000000, autovacuum_freeze_min_age=0);

create table order_holds (
  partner_id integer not null,
  hold_no bigint not null,
  order_no bigint not null,
  constraint order_holds_pkey PRIMARY KEY (partner_id, hold_no)
);
CREATE INDEX order_holds_of_order ON public.order_holds USING btree (partner_id, order_no);

create table order_lines (
  partner_id integer not null,
  order_no bigint not null,
  line_no integer not null,
  product_id integer not null,
  brand text not null,
  product_type text not null,
  product_currency text not null,
  face_value_minor bigint not null,
  quantity integer not null,
  first_item_no integer not null,
  unit_cost_minor bigint not null,
  fx_rate numeric(24,8) not null,
  item_reference text,
  recipient jsonb,
  rate_no bigint,
  is_irrevocable boolean not null,
  market_rate numeric(24,8),
  price_rule_no bigint,
  discount_percent numeric(7,4),
  discount_minor bigint,
  unit_fee_minor bigint,
  metadata jsonb,
  constraint order_lines_pkey PRIMARY KEY (partner_id, order_no, line_no),
  constraint order_lines_pricing CHECK (num_nonnulls(price_rule_no, discount_percent, discount_minor, unit_fee_minor) = ANY (ARRAY[0, 4])),
  constraint order_lines_quantity_check CHECK (quantity > 0)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=1000000, autovacuum_freeze_min_age=0);
CREATE INDEX order_lines_by_product ON public.order_lines USING btree (partner_id, product_id, order_no);
CREATE INDEX order_lines_by_reference ON public.order_lines USING btree (partner_id, item_reference, order_no) WHERE (item_reference IS NOT NULL);
CREATE INDEX order_lines_with_recipient ON public.order_lines USING btree (partner_id, order_no, line_no) WHERE (recipient IS NOT NULL);

create table order_outbox (
  partner_id integer not null,
  order_no bigint not null,
  event_no integer not null,
  constraint order_outbox_pkey PRIMARY KEY (partner_id, order_no, event_no)
);

create table order_recipients (
  partner_id integer not null,
  blind uuid not null,
  order_no bigint not null,
  line_no integer not null,
  constraint order_recipients_pkey PRIMARY KEY (partner_id, blind, order_no, line_no)
);

create table order_rules (
  partner_id integer not null,
  currency text not null,
  approve_from bigint not null,
  constraint order_rules_pkey PRIMARY KEY (partner_id, currency),
  constraint order_rules_approve_from_check CHECK (approve_from > 0)
);

create table orders (
  partner_id integer not null,
  order_no bigint not null,
  client_reference text not null,
  idempotency_key uuid,
  fingerprint bytea not null,
  currency text not null,
  total_minor bigint not null,
  unit_count integer not null,
  status text not null,
  previous_status text,
  status_since timestamp with time zone not null,
  hold_no bigint,
  charged_minor bigint,
  cancel_reason text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  held_for_supplier boolean not null default false,
  first_held_at timestamp with time zone,
  last_event integer not null default 0,
  discount_minor bigint,
  fee_minor bigint,
  kept_hold_no bigint,
  kept_minor bigint,
  charged_discount_minor bigint,
  charged_fee_minor bigint,
  traceparent text,
  link_no bigint,
  metadata jsonb,
  wallet_id bigint,
  constraint orders_pkey PRIMARY KEY (partner_id, order_no),
  constraint orders_check CHECK ((status = 'COMPLETED'::text) = (completed_at IS NOT NULL)),
  constraint orders_check1 CHECK (status <> 'ON_HOLD'::text OR hold_no IS NULL),
  constraint orders_check2 CHECK ((status = ANY (ARRAY['ON_HOLD'::text, 'CANCELLED'::text])) OR hold_no IS NOT NULL),
  constraint orders_fee_minor_check CHECK (fee_minor >= 0),
  constraint orders_held_for_supplier CHECK (NOT held_for_supplier OR status = 'ON_HOLD'::text),
  constraint orders_kept CHECK ((kept_hold_no IS NULL) = (kept_minor IS NULL) AND (kept_hold_no IS NULL OR status = 'ON_HOLD'::text)),
  constraint orders_pricing CHECK ((discount_minor IS NULL) = (fee_minor IS NULL)),
  constraint orders_total_minor_check CHECK (total_minor >= 0),
  constraint orders_transition CHECK (
CASE status
    WHEN 'PENDING'::text THEN previous_status IS NULL OR previous_status = 'ON_HOLD'::text
    WHEN 'PROCESSING'::text THEN previous_status = ANY (ARRAY['PENDING'::text, 'OUT_OF_STOCK'::text])
    WHEN 'OUT_OF_STOCK'::text THEN previous_status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])
    WHEN 'ON_HOLD'::text THEN previous_status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'OUT_OF_STOCK'::text])
    WHEN 'CANCELLED'::text THEN previous_status = ANY (ARRAY['PENDING'::text, 'OUT_OF_STOCK'::text, 'ON_HOLD'::text, 'PROCESSING'::text])
    WHEN 'COMPLETED'::text THEN previous_status = 'PROCESSING'::text
    ELSE false
END IS TRUE),
  constraint orders_unit_count_check CHECK (unit_count > 0)
) with (fillfactor=70);
CREATE INDEX orders_by_amount ON public.orders USING btree (partner_id, currency, total_minor, order_no);
CREATE INDEX orders_by_status_time ON public.orders USING brin (status_since) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX orders_metadata ON public.orders USING gin (metadata jsonb_path_ops) WHERE (metadata IS NOT NULL);
CREATE INDEX orders_not_completed ON public.orders USING btree (partner_id, status, order_no) WHERE (status <> 'COMPLETED'::text);
CREATE INDEX orders_of_link ON public.orders USING btree (partner_id, link_no) WHERE (link_no IS NOT NULL);
CREATE INDEX orders_of_wallet ON public.orders USING btree (partner_id, wallet_id, order_no) WHERE (wallet_id IS NOT NULL);
CREATE INDEX orders_on_hold ON public.orders USING btree (partner_id, currency, total_minor) WHERE (status = 'ON_HOLD'::text);
CREATE INDEX orders_sampled_by_time ON public.orders USING btree (partner_id, created_at, order_no) WHERE ((order_no & (63)::bigint) = 0);
CREATE INDEX orders_unfinished ON public.orders USING btree (partner_id, order_no) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'OUT_OF_STOCK'::text, 'ON_HOLD'::text]));
CREATE INDEX orders_with_deadline ON public.orders USING btree (status, status_since) WHERE (status = ANY (ARRAY['OUT_OF_STOCK'::text, 'ON_HOLD'::text]));
CREATE UNIQUE INDEX orders_client_reference ON public.orders USING btree (partner_id, client_reference);
CREATE UNIQUE INDEX orders_idempotency_key ON public.orders USING btree (partner_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX orders_of_hold ON public.orders USING btree (partner_id, hold_no) WHERE (hold_no IS NOT NULL);

create table partners (
  partner_id integer not null,
  name text not null,
  status text not null default 'ACTIVE'::text,
  rate_limit integer,
  created_at timestamp with time zone not null,
  test_of integer,
  mail_language text not null default 'en'::text,
  wallet_spending boolean not null default false,
  wallet_spending_stopped boolean not null default false,
  wallet_sign_in boolean not null default false,
  legal jsonb,
  claim_rules jsonb,
  claims_checked boolean not null default false,
  second_factor_required boolean not null default false,
  constraint partners_test_of_key UNIQUE (test_of),
  constraint partners_pkey PRIMARY KEY (partner_id),
  constraint partners_test_of_fkey FOREIGN KEY (test_of) REFERENCES partners(partner_id),
  constraint partners_check CHECK (test_of <> partner_id),
  constraint partners_mail_language_check CHECK (length(mail_language) >= 2 AND length(mail_language) <= 12),
  constraint partners_partner_id_check CHECK (partner_id >= 1 AND partner_id <= 2097151),
  constraint partners_rate_limit_check CHECK (rate_limit >= 0),
  constraint partners_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]))
);
CREATE INDEX partners_by_name ON public.partners USING btree (lower((name COLLATE "und-x-icu")) COLLATE "C", partner_id);
CREATE INDEX partners_test ON public.partners USING btree (partner_id) WHERE (test_of IS NOT NULL);

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id integer,
  expires_at timestamp with time zone not null,
  session_id uuid,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'sign_in'::text])) OR purpose = 'step_up'::text AND user_id IS NOT NULL AND session_id IS NOT NULL),
  constraint passkey_challenges_user CHECK (purpose <> 'registration'::text OR user_id IS NOT NULL)
);
CREATE INDEX passkey_challenges_by_time ON public.passkey_challenges USING btree (expires_at);

create table password_notices (
  notice_id uuid not null,
  user_id integer not null,
  changed_at timestamp with time zone not null,
  address text not null,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone not null,
  constraint password_notices_pkey PRIMARY KEY (notice_id),
  constraint password_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);
CREATE INDEX password_notices_due ON public.password_notices USING btree (mail_due_at);

create table pending_sign_ins (
  token_hash bytea not null,
  user_id integer not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);
CREATE INDEX pending_sign_ins_by_time ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_of_user ON public.pending_sign_ins USING btree (user_id);

create table price_rules (
  rule_no bigint not null,
  partner_id integer,
  product_id integer,
  brand text,
  product_type text,
  currency text,
  discount_percent numeric(7,4),
  fee_minor bigint,
  effective_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  recorded_by text not null,
  constraint price_rules_pkey PRIMARY KEY (rule_no),
  constraint price_rules_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint price_rules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(product_id),
  constraint price_rules_cover CHECK (num_nonnulls(product_id, brand, product_type) <= 1),
  constraint price_rules_discount_percent_check CHECK (discount_percent >= '-100'::integer::numeric AND discount_percent < 100::numeric),
  constraint price_rules_fee CHECK (fee_minor IS NULL OR num_nonnulls(product_id, currency) > 0),
  constraint price_rules_fee_minor_check CHECK (fee_minor >= 0),
  constraint price_rules_product_type_check CHECK (product_type = ANY (ARRAY['GIFT_CARD'::text, 'TOP_UP'::text, 'BILL_PAYMENT'::text, 'ACCOUNT_CREDIT'::text]))
);
CREATE INDEX price_rules_by_time ON public.price_rules USING btree (effective_at, rule_no);
CREATE UNIQUE INDEX price_rules_cover_at ON public.price_rules USING btree (partner_id, product_id, brand, product_type, currency, effective_at) NULLS NOT DISTINCT;

create table product_contents (
  product_id integer not null,
  category text,
  countries text[] not null default '{}'::text[],
  image_ids text[] not null default '{}'::text[],
  barcode text,
  constraint product_contents_pkey PRIMARY KEY (product_id),
  constraint product_contents_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(product_id)
);

create table product_routing (
  product_id integer not null,
  is_cheapest_first boolean not null,
  margin_floor numeric,
  constraint product_routing_pkey PRIMARY KEY (product_id),
  constraint product_routing_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(product_id),
  constraint product_routing_margin_floor_check CHECK (margin_floor >= '-100'::integer::numeric AND margin_floor <= 100::numeric)
);

create table product_texts (
  product_id integer not null,
  locale text not null,
  name text not null,
  description text,
  terms text,
  redemption_steps text[] not null default '{}'::text[],
  validity text,
  balance_check_url text,
  constraint product_texts_pkey PRIMARY KEY (product_id, locale),
  constraint product_texts_product_id_fkey FOREIGN KEY (product_id) REFERENCES product_contents(product_id)
);

create table products (
  product_id integer not null,
  brand text not null,
  currency text not null,
  product_type text not null,
  denomination_type text not null,
  fixed_minor bigint[],
  min_minor bigint,
  max_minor bigint,
  recipient_fields jsonb not null default '[]'::jsonb,
  supplier text not null,
  supplier_settings jsonb not null default '{}'::jsonb,
  active boolean not null default true,
  created_at timestamp with time zone not null,
  fallback_suppliers jsonb not null default '[]'::jsonb,
  code_namespace text,
  is_test boolean not null default false,
  constraint products_pkey PRIMARY KEY (product_id),
  constraint products_check CHECK ((denomination_type = 'FIXED'::text) = (fixed_minor IS NOT NULL)),
  constraint products_check1 CHECK ((denomination_type = 'VARIABLE'::text) = (min_minor IS NOT NULL AND max_minor IS NOT NULL)),
  constraint products_check2 CHECK (NOT is_test OR (supplier = ANY (ARRAY['sandbox'::text, 'wallet'::text])) AND fallback_suppliers = '[]'::jsonb),
  constraint products_denomination_type_check CHECK (denomination_type = ANY (ARRAY['FIXED'::text, 'VARIABLE'::text])),
  constraint products_product_type_check CHECK (product_type = ANY (ARRAY['GIFT_CARD'::text, 'TOP_UP'::text, 'BILL_PAYMENT'::text, 'ACCOUNT_CREDIT'::text]))
);

create table quotes (
  partner_id integer not null,
  quote_id uuid not null,
  fingerprint bytea not null,
  prices jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  order_no bigint,
  idempotency_key uuid,
  response text,
  offers jsonb,
  constraint quotes_pkey PRIMARY KEY (partner_id, quote_id)
);
CREATE INDEX quotes_by_expiry ON public.quotes USING btree (partner_id, expires_at);
CREATE UNIQUE INDEX quotes_by_key ON public.quotes USING btree (partner_id, idempotency_key);

create table reconciliation_items (
  reconciliation_id bigint not null,
  item_no integer not null,
  status text not null,
  reference text not null,
  file_minor bigint,
  file_lines integer not null,
  first_line integer,
  booked_minor bigint,
  records jsonb not null,
  file_currency text,
  booked_currency text,
  constraint reconciliation_items_pkey PRIMARY KEY (reconciliation_id, item_no),
  constraint reconciliation_items_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(reconciliation_id),
  constraint reconciliation_items_file CHECK ((file_minor IS NULL) = (file_lines = 0) AND (file_minor IS NULL) = (first_line IS NULL)),
  constraint reconciliation_items_status CHECK (
CASE
    WHEN status = 'different_currency'::text THEN file_currency IS NOT NULL AND booked_currency IS NOT NULL
    WHEN booked_minor IS NULL THEN status = 'missing_here'::text
    WHEN file_minor IS NULL THEN status = 'missing_there'::text
    WHEN file_minor = booked_minor THEN status = 'matched'::text
    ELSE status = 'different_amount'::text
END)
);
CREATE INDEX reconciliation_items_by_status ON public.reconciliation_items USING btree (reconciliation_id, status, item_no);

create table reconciliations (
  reconciliation_id bigint not null,
  kind text not null,
  partner_id integer,
  upstream_id integer,
  currency text not null,
  from_at timestamp with time zone not null,
  before_at timestamp with time zone not null,
  file_name text,
  file_sha256 bytea not null,
  file_lines integer not null,
  skipped_lines integer not null,
  matched integer not null,
  missing_here integer not null,
  missing_there integer not null,
  different_amount integer not null,
  file_minor bigint not null,
  booked_minor bigint not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  different_currency integer not null default 0,
  account_id integer,
  constraint reconciliations_pkey PRIMARY KEY (reconciliation_id),
  constraint reconciliations_account CHECK ((upstream_id IS NOT NULL OR account_id IS NOT NULL) = (kind = 'purchases'::text)) NOT VALID,
  constraint reconciliations_kind_check CHECK (kind = ANY (ARRAY['deposits'::text, 'purchases'::text])),
  constraint reconciliations_partner CHECK (partner_id IS NULL OR kind = 'deposits'::text),
  constraint reconciliations_time CHECK (from_at < before_at)
);

create table request_blocks (
  at timestamp with time zone not null,
  client_id uuid,
  first_id uuid not null,
  last_id uuid not null,
  has_failures boolean not null,
  marks integer[],
  entries bytea not null
) partition by RANGE (at);
CREATE INDEX request_blocks_by_client ON ONLY public.request_blocks USING btree (client_id, last_id);
CREATE INDEX request_blocks_by_id ON ONLY public.request_blocks USING btree (last_id);
CREATE INDEX request_blocks_by_mark ON ONLY public.request_blocks USING gin (marks) WHERE (marks IS NOT NULL);
CREATE INDEX request_blocks_failed ON ONLY public.request_blocks USING btree (last_id) WHERE has_failures;
CREATE INDEX request_blocks_failed_by_client ON ONLY public.request_blocks USING btree (client_id, last_id) WHERE has_failures;

create table request_nonces (
  client_id uuid not null,
  nonce text not null,
  expires_at timestamp with time zone not null,
  constraint request_nonces_pkey PRIMARY KEY (client_id, nonce)
);
CREATE INDEX request_nonces_by_expiry ON public.request_nonces USING btree (expires_at);

create table requests (
  request_id uuid not null,
  at timestamp with time zone not null,
  client_id uuid,
  is_authenticated boolean not null,
  method text not null,
  path text not null,
  status integer,
  code text,
  micros bigint not null,
  address text not null,
  order_id text,
  failed_check text,
  failure text,
  string_to_sign text,
  caller_request_id text,
  codes_shown integer,
  user_id integer
) partition by RANGE (at);
CREATE INDEX requests_by_caller_id ON ONLY public.requests USING btree (caller_request_id, request_id) WHERE (caller_request_id IS NOT NULL);
CREATE INDEX requests_by_client ON ONLY public.requests USING btree (client_id, request_id);
CREATE INDEX requests_by_id ON ONLY public.requests USING btree (request_id);
CREATE INDEX requests_by_order ON ONLY public.requests USING btree (order_id, request_id) WHERE (order_id IS NOT NULL);
CREATE INDEX requests_failed ON ONLY public.requests USING btree (request_id) WHERE (status >= 400);
CREATE INDEX requests_failed_by_client ON ONLY public.requests USING btree (client_id, request_id) WHERE (status >= 400);

create table rule_days (
  partner_id integer not null,
  kind text not null,
  user_id integer not null,
  day date not null,
  currency text not null,
  amount bigint not null,
  constraint rule_days_pkey PRIMARY KEY (partner_id, kind, user_id, day, currency),
  constraint rule_days_amount_check CHECK (amount >= 0),
  constraint rule_days_kind_check CHECK (kind = ANY (ARRAY['orders'::text, 'credits'::text]))
);
CREATE INDEX rule_days_by_day ON public.rule_days USING btree (day);

create table server_life (
  only_row boolean not null default true,
  life_id uuid not null default gen_random_uuid(),
  constraint server_life_pkey PRIMARY KEY (only_row),
  constraint server_life_only_row_check CHECK (only_row)
);

create table service_tokens (
  token_id integer not null,
  name text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  issuer_kind text,
  issuer_id integer,
  constraint service_tokens_token_hash_key UNIQUE (token_hash),
  constraint service_tokens_pkey PRIMARY KEY (token_id),
  constraint service_tokens_role_check CHECK (role = ANY (ARRAY['admin'::text, 'finance'::text, 'operations'::text, 'support'::text, 'auditor'::text]))
);

create table sign_in_throttles (
  subject bytea not null,
  full_at timestamp with time zone not null,
  constraint sign_in_throttles_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_throttles_by_time ON public.sign_in_throttles USING btree (full_at);

create table spend_limits (
  partner_id integer not null,
  client_id uuid not null,
  currency text not null,
  per_day_minor bigint,
  per_month_minor bigint,
  day_spent_minor bigint not null,
  month_spent_minor bigint not null,
  counted_at timestamp with time zone not null,
  constraint spend_limits_pkey PRIMARY KEY (partner_id, client_id, currency),
  constraint spend_limits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint spend_limits_check CHECK (per_day_minor >= 0 OR per_month_minor >= 0),
  constraint spend_limits_spent_check CHECK (LEAST(day_spent_minor, month_spent_minor) >= 0)
) with (fillfactor=50);

create table stock_blocks (
  product_id integer not null,
  block_id uuid not null,
  face_value_minor bigint not null,
  expires_at timestamp with time zone,
  quantity integer not null,
  sealed bytea not null,
  imported_at timestamp with time zone not null,
  lot text not null,
  constraint stock_blocks_pkey PRIMARY KEY (product_id, block_id),
  constraint stock_blocks_lot_check CHECK (lot <> ''::text AND length(lot) <= 64),
  constraint stock_blocks_quantity_check CHECK (quantity > 0)
);
CREATE INDEX stock_blocks_by_lot ON public.stock_blocks USING btree (product_id, face_value_minor, lot) INCLUDE (quantity, imported_at);

create table stock_buckets (
  product_id integer not null,
  face_value_minor bigint not null,
  constraint stock_buckets_pkey PRIMARY KEY (product_id, face_value_minor)
);

create table stock_free (
  product_id integer not null,
  block_id uuid not null,
  first integer not null,
  quantity integer not null,
  face_value_minor bigint not null,
  expires_at timestamp with time zone,
  constraint stock_free_pkey PRIMARY KEY (product_id, block_id, first),
  constraint stock_free_quantity_check CHECK (quantity > 0)
) with (fillfactor=50);
CREATE INDEX stock_free_order ON public.stock_free USING btree (product_id, face_value_minor, expires_at, block_id, first);

create table stock_held (
  product_id integer not null,
  block_id uuid not null,
  first integer not null,
  quantity integer not null,
  face_value_minor bigint not null,
  expires_at timestamp with time zone,
  constraint stock_held_pkey PRIMARY KEY (product_id, block_id, first),
  constraint stock_held_quantity_check CHECK (quantity > 0)
);

create table stock_import_reports (
  product_id integer not null,
  import_id uuid not null,
  first_line integer not null,
  rejected integer not null,
  report text not null,
  constraint stock_import_reports_pkey PRIMARY KEY (product_id, import_id, first_line),
  constraint stock_import_reports_product_id_import_id_fkey FOREIGN KEY (product_id, import_id) REFERENCES stock_imports(product_id, import_id)
);

create table stock_imports (
  product_id integer not null,
  import_id uuid not null,
  lot text not null,
  is_dry_run boolean not null,
  state text not null,
  failure text,
  actor text not null,
  epoch bigint not null,
  imported integer not null default 0,
  duplicates integer not null default 0,
  rejected integer not null default 0,
  last_line integer not null default 0,
  bytes bigint not null default 0,
  bytes_hash bytea not null default sha256('\x'::bytea),
  bytes_total bigint,
  started_at timestamp with time zone not null,
  progress_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint stock_imports_pkey PRIMARY KEY (product_id, import_id),
  constraint stock_imports_check CHECK ((failure IS NOT NULL) = (state = 'FAILED'::text)),
  constraint stock_imports_check1 CHECK ((ended_at IS NULL) = (state = 'RUNNING'::text)),
  constraint stock_imports_lot_check CHECK (lot <> ''::text AND length(lot) <= 64),
  constraint stock_imports_state_check CHECK (state = ANY (ARRAY['RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'INTERRUPTED'::text]))
);
CREATE INDEX stock_imports_by_progress ON public.stock_imports USING btree (progress_at);
CREATE INDEX stock_imports_by_time ON public.stock_imports USING btree (product_id, started_at, import_id);

create table stock_levels (
  product_id integer not null,
  face_value_minor bigint not null,
  day timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  taken bigint not null,
  constraint stock_levels_pkey PRIMARY KEY (product_id, face_value_minor, day)
);

create table stock_lots (
  product_id integer not null,
  lot text not null,
  state text not null default 'ON_SALE'::text,
  created_at timestamp with time zone not null,
  lot_no integer not null,
  constraint stock_lots_pkey PRIMARY KEY (product_id, lot),
  constraint stock_lots_state_check CHECK (state = ANY (ARRAY['ON_SALE'::text, 'QUARANTINED'::text, 'RECALLED'::text]))
);
CREATE INDEX stock_lots_by_time ON public.stock_lots USING btree (product_id, created_at, lot);
CREATE UNIQUE INDEX stock_lots_no ON public.stock_lots USING btree (lot_no);

create table stock_policies (
  product_id integer not null,
  expiry_margin_seconds integer,
  low_stock_threshold integer,
  constraint stock_policies_pkey PRIMARY KEY (product_id),
  constraint stock_policies_expiry_margin_seconds_check CHECK (expiry_margin_seconds >= 0),
  constraint stock_policies_low_stock_threshold_check CHECK (low_stock_threshold >= 1)
);

create table stock_reservations (
  product_id integer not null,
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  state text not null,
  block_ids uuid[] not null,
  firsts integer[] not null,
  quantities integer[] not null,
  is_apart boolean not null default true,
  constraint stock_reservations_apart EXCLUDE USING gist (reserved_places(block_ids, firsts, quantities) WITH &&) WHERE (state = 'RESERVED'::text AND is_apart),
  constraint stock_reservations_pkey PRIMARY KEY (product_id, partner_id, order_no, batch_no),
  constraint stock_reservations_state_check CHECK (state = ANY (ARRAY['RESERVED'::text, 'RELEASED'::text]))
);

create table supplier_accounts (
  account_id integer not null,
  adapter text not null,
  name text not null,
  environment text not null,
  base_url text,
  settings jsonb not null,
  sealed bytea not null,
  low_float_minor bigint,
  low_float_currency text,
  active boolean not null default true,
  version bigint not null,
  created_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  last_fault text,
  faulted_at timestamp with time zone,
  constraint supplier_accounts_adapter_name_key UNIQUE (adapter, name),
  constraint supplier_accounts_pkey PRIMARY KEY (account_id),
  constraint supplier_accounts_environment_check CHECK (environment = ANY (ARRAY['live'::text, 'sandbox'::text])),
  constraint supplier_accounts_low_float CHECK ((low_float_minor IS NULL) = (low_float_currency IS NULL)),
  constraint supplier_accounts_low_float_minor_check CHECK (low_float_minor > 0)
);

create table supplier_attempts (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  lease_epoch bigint not null,
  supplier text not null,
  outcome text not null,
  reason text,
  occurred_at timestamp with time zone not null,
  account text not null default ''::text,
  constraint supplier_attempts_pkey PRIMARY KEY (partner_id, order_no, batch_no, lease_epoch),
  constraint supplier_attempts_outcome_check CHECK (outcome = ANY (ARRAY['out_of_stock'::text, 'refused'::text, 'pending'::text, 'unfunded'::text, 'unknown'::text, 'unavailable'::text]))
);

create table supplier_creates (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  first_unit integer not null,
  create_no integer not null,
  account_id integer,
  reference uuid not null,
  product_id integer not null,
  currency text not null,
  face_value_minor bigint not null,
  quantity integer not null,
  settings jsonb not null,
  offer jsonb,
  status text not null,
  send_no integer not null default 0,
  first_sent_at timestamp with time zone,
  sent_at timestamp with time zone,
  unsure_until timestamp with time zone,
  theirs text,
  cost numeric,
  cost_currency text,
  kept bytea,
  released boolean not null default false,
  due_at timestamp with time zone,
  begun_at timestamp with time zone not null,
  fault text,
  faulted_at timestamp with time zone,
  exchanges jsonb not null default '[]'::jsonb,
  closed_at timestamp with time zone,
  refused_for text,
  constraint supplier_creates_pkey PRIMARY KEY (partner_id, order_no, batch_no, first_unit, create_no),
  constraint supplier_creates_account CHECK (account_id IS NOT NULL OR released),
  constraint supplier_creates_cost CHECK ((cost IS NULL) = (cost_currency IS NULL)),
  constraint supplier_creates_kept CHECK (kept IS NULL OR (status = ANY (ARRAY['DONE'::text, 'REVERSED'::text, 'STOCKED'::text]))),
  constraint supplier_creates_quantity_check CHECK (quantity > 0),
  constraint supplier_creates_status_check CHECK (status = ANY (ARRAY['PLACING'::text, 'PLACED'::text, 'DONE'::text, 'REFUSED'::text, 'REVERSED'::text, 'STOCKED'::text, 'CLOSED'::text]))
);
CREATE INDEX supplier_creates_by_time ON public.supplier_creates USING btree (account_id, begun_at, partner_id, order_no, batch_no, first_unit, create_no);
CREATE INDEX supplier_creates_due ON public.supplier_creates USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX supplier_creates_faulty ON public.supplier_creates USING btree (account_id) WHERE (fault IS NOT NULL);
CREATE INDEX supplier_creates_reference ON public.supplier_creates USING btree (reference);
CREATE INDEX supplier_creates_theirs ON public.supplier_creates USING btree (theirs) WHERE (theirs IS NOT NULL);

create table supplier_health (
  product_id integer not null,
  supplier text not null,
  account text not null,
  circuit jsonb,
  circuit_state text not null default 'closed'::text,
  circuit_since timestamp with time zone,
  counted_since timestamp with time zone,
  answered integer not null default 0,
  failed integer not null default 0,
  last_fault text,
  last_fault_at timestamp with time zone,
  unfunded_since timestamp with time zone,
  changed_at timestamp with time zone not null,
  constraint supplier_health_pkey PRIMARY KEY (product_id, supplier, account),
  constraint supplier_health_circuit_state_check CHECK (circuit_state = ANY (ARRAY['closed'::text, 'open'::text]))
);
CREATE INDEX supplier_health_changes ON public.supplier_health USING btree (changed_at);
CREATE INDEX supplier_health_unfunded ON public.supplier_health USING btree (supplier, account, product_id) WHERE (unfunded_since IS NOT NULL);

create table supplier_listings (
  listing_id integer not null,
  account_id integer not null,
  listing text not null,
  name text not null,
  brand text not null,
  product_type text not null,
  currency text not null,
  countries text[] not null,
  fixed_values numeric[],
  min_value numeric,
  max_value numeric,
  step_value numeric,
  discount_percent numeric,
  is_on_sale boolean not null,
  settings jsonb not null,
  image_url text,
  redemption text,
  terms text,
  absences smallint not null default 0,
  gone_at timestamp with time zone,
  first_seen_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint supplier_listings_of_account UNIQUE (account_id, listing),
  constraint supplier_listings_pkey PRIMARY KEY (listing_id),
  constraint supplier_listings_values CHECK ((fixed_values IS NULL) = (min_value IS NOT NULL) AND (min_value IS NULL) = (max_value IS NULL))
);

create table supplier_listings_read (
  account_id integer not null,
  run_no bigint not null,
  listing text not null,
  name text not null,
  brand text not null,
  product_type text not null,
  currency text not null,
  countries text[] not null,
  fixed_values numeric[],
  min_value numeric,
  max_value numeric,
  step_value numeric,
  discount_percent numeric,
  is_on_sale boolean not null,
  settings jsonb not null,
  image_url text,
  redemption text,
  terms text,
  constraint supplier_listings_read_pkey PRIMARY KEY (account_id, run_no, listing)
);

create table supplier_mirrors (
  account_id integer not null,
  run_no bigint not null,
  due_at timestamp with time zone not null,
  mirrored_at timestamp with time zone,
  listings integer not null default 0,
  unread integer not null default 0,
  fault text,
  faulted_at timestamp with time zone,
  constraint supplier_mirrors_pkey PRIMARY KEY (account_id),
  constraint supplier_mirrors_listings_check CHECK (listings >= 0),
  constraint supplier_mirrors_unread_check CHECK (unread >= 0)
);

create table supplier_pots (
  account_id integer not null,
  pot text not null,
  currency text not null,
  funds numeric not null,
  seen_at timestamp with time zone not null,
  constraint supplier_pots_pkey PRIMARY KEY (account_id, pot, currency)
);

create table supplier_price_changes (
  change_id bigint not null,
  listing_id integer not null,
  old_percent numeric,
  new_percent numeric,
  status text not null,
  seen_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint supplier_price_changes_pkey PRIMARY KEY (change_id),
  constraint supplier_price_changes_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES supplier_listings(listing_id),
  constraint supplier_price_changes_status_check CHECK (status = ANY (ARRAY['APPLIED'::text, 'WAITS'::text, 'ACCEPTED'::text, 'WITHDRAWN'::text]))
);
CREATE INDEX supplier_price_changes_newest ON public.supplier_price_changes USING btree (listing_id, change_id);
CREATE UNIQUE INDEX supplier_price_changes_waiting ON public.supplier_price_changes USING btree (listing_id) WHERE (status = 'WAITS'::text);

create table team_budgets (
  partner_id integer not null,
  team text not null,
  currency text not null,
  monthly bigint not null,
  constraint team_budgets_pkey PRIMARY KEY (partner_id, team, currency),
  constraint team_budgets_monthly_check CHECK (monthly > 0),
  constraint team_budgets_team_check CHECK (team <> ''::text)
);

create table team_members (
  partner_id integer not null,
  user_id integer not null,
  team text not null,
  constraint team_members_pkey PRIMARY KEY (partner_id, user_id)
);

create table team_months (
  partner_id integer not null,
  team text not null,
  month date not null,
  currency text not null,
  amount bigint not null,
  constraint team_months_pkey PRIMARY KEY (partner_id, team, month, currency),
  constraint team_months_amount_check CHECK (amount >= 0)
);

create table transfer_archives (
  partner_id integer not null,
  sha256 bytea not null,
  first_transfer bigint not null,
  last_transfer bigint not null,
  previous bytea not null,
  sealed bytea not null,
  file text not null,
  actor text not null,
  archived_at timestamp with time zone not null,
  constraint transfer_archives_pkey PRIMARY KEY (partner_id, sha256),
  constraint transfer_archives_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id)
);

create table transfers (
  partner_id integer not null,
  transfer_no bigint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null,
  debit_available bigint not null,
  credit_available bigint not null,
  pending_no bigint,
  state smallint not null,
  code smallint not null,
  scope smallint,
  reference text,
  memo text,
  created_at timestamp with time zone not null,
  metadata jsonb,
  constraint transfers_pkey PRIMARY KEY (partner_id, transfer_no),
  constraint transfers_amount_check CHECK (amount >= 0),
  constraint transfers_check1 CHECK ((scope IS NULL) = (reference IS NULL)),
  constraint transfers_state_check CHECK ((state >> 1) = num_nonnulls(pending_no))
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=1000000, autovacuum_freeze_min_age=0);
CREATE INDEX transfers_labelled ON public.transfers USING btree (partner_id, transfer_no) WHERE (metadata IS NOT NULL);
CREATE INDEX transfers_of_funding ON public.transfers USING btree (partner_id, transfer_no) WHERE (code = ANY (ARRAY[1, 2, 13]));
CREATE INDEX transfers_of_wallet ON public.transfers USING btree (partner_id, (
CASE code
    WHEN 7 THEN debit_account
    ELSE credit_account
END), transfer_no) WHERE (code = ANY (ARRAY[6, 7, 8, 9]));
CREATE UNIQUE INDEX transfers_key ON public.transfers USING btree (partner_id, SUBSTRING(sha256((replace((((scope)::text || ':'::text) || reference), '\'::text, '\\'::text))::bytea) FROM 1 FOR 11)) WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX transfers_pending ON public.transfers USING btree (partner_id, pending_no) WHERE (pending_no IS NOT NULL);

create table unfunded_accounts (
  supplier text not null,
  account text not null,
  refused_at timestamp with time zone not null,
  probed_at timestamp with time zone not null,
  is_due boolean not null default false,
  constraint unfunded_accounts_pkey PRIMARY KEY (supplier, account)
);

create table upstream_floats (
  upstream_id integer not null,
  currency text not null,
  funds_minor bigint not null,
  seen_at timestamp with time zone not null,
  constraint upstream_floats_pkey PRIMARY KEY (upstream_id, currency)
);

create table upstream_purchases (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  purchase_no integer not null,
  upstream_id integer,
  reference uuid not null,
  idempotency_key uuid not null,
  their_product_id bigint not null,
  wallet_currency text not null,
  product_id integer not null,
  currency text not null,
  face_value_minor bigint not null,
  quantity integer not null,
  status text not null,
  send_no integer not null default 0,
  unsure_until timestamp with time zone,
  upstream_order_id text,
  upstream_status text,
  cost_minor bigint,
  released boolean not null default false,
  due_at timestamp with time zone,
  begun_at timestamp with time zone not null,
  fault text,
  faulted_at timestamp with time zone,
  faults integer not null default 0,
  stocked integer not null default 0,
  constraint upstream_purchases_pkey PRIMARY KEY (partner_id, order_no, batch_no, purchase_no),
  constraint upstream_purchases_check CHECK (upstream_id IS NOT NULL OR released),
  constraint upstream_purchases_order_check CHECK ((status = ANY (ARRAY['PLACING'::text, 'REFUSED'::text, 'CLOSED'::text])) OR upstream_order_id IS NOT NULL),
  constraint upstream_purchases_quantity_check CHECK (quantity > 0),
  constraint upstream_purchases_status_check CHECK (status = ANY (ARRAY['PLACING'::text, 'PLACED'::text, 'REFUSED'::text, 'CANCELLED'::text, 'STOCKED'::text, 'CLOSED'::text]))
);
CREATE INDEX upstream_purchases_by_time ON public.upstream_purchases USING btree (upstream_id, status, begun_at, partner_id, order_no, batch_no, purchase_no);
CREATE INDEX upstream_purchases_due ON public.upstream_purchases USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX upstream_purchases_faulty ON public.upstream_purchases USING btree (product_id) WHERE (fault IS NOT NULL);
CREATE INDEX upstream_purchases_reference ON public.upstream_purchases USING btree (reference);
CREATE INDEX upstream_purchases_theirs ON public.upstream_purchases USING btree (upstream_order_id) WHERE (upstream_order_id IS NOT NULL);
CREATE INDEX upstream_purchases_waiting ON public.upstream_purchases USING btree (upstream_id) WHERE (upstream_status = ANY (ARRAY['OUT_OF_STOCK'::text, 'ON_HOLD'::text]));

create table upstreams (
  upstream_id integer not null,
  name text not null,
  base_url text not null,
  client_id text not null,
  sealed bytea not null,
  currency text not null,
  low_float_minor bigint,
  active boolean not null default true,
  version bigint not null,
  created_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  last_fault text,
  faulted_at timestamp with time zone,
  account_id integer,
  constraint upstreams_name_key UNIQUE (name),
  constraint upstreams_pkey PRIMARY KEY (upstream_id),
  constraint upstreams_low_float_minor_check CHECK (low_float_minor > 0)
);

create table user_identities (
  issuer text not null,
  user_id integer not null,
  subject text not null,
  linked_at timestamp with time zone not null,
  constraint user_identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint user_identities_pkey PRIMARY KEY (issuer, user_id),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table user_invitations (
  email text not null,
  token_hash bytea not null,
  partner_id integer,
  role text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sealed_link bytea,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone,
  constraint user_invitations_token_hash_key UNIQUE (token_hash),
  constraint user_invitations_pkey PRIMARY KEY (email),
  constraint user_invitations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id)
);
CREATE INDEX user_invitations_due ON public.user_invitations USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

create table user_passkeys (
  passkey_id uuid not null,
  user_id integer not null,
  credential_id bytea not null,
  public_key bytea not null,
  signatures bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint user_passkeys_credential_id_key UNIQUE (credential_id),
  constraint user_passkeys_pkey PRIMARY KEY (passkey_id),
  constraint user_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);
CREATE INDEX user_passkeys_of_user ON public.user_passkeys USING btree (user_id);

create table user_password_resets (
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sealed_link bytea,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone,
  issuer_kind text,
  issuer_id integer,
  constraint user_password_resets_token_hash_key UNIQUE (token_hash),
  constraint user_password_resets_pkey PRIMARY KEY (user_id),
  constraint user_password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);
CREATE INDEX user_password_resets_due ON public.user_password_resets USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

create table user_recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  constraint user_recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint user_recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);

create table user_sessions (
  session_id uuid not null,
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  address text not null,
  user_agent text,
  by_provider boolean not null default false,
  stepped_up_at timestamp with time zone,
  constraint user_sessions_token_hash_key UNIQUE (token_hash),
  constraint user_sessions_pkey PRIMARY KEY (session_id),
  constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);
CREATE INDEX user_sessions_by_use ON public.user_sessions USING btree (last_used_at);
CREATE INDEX user_sessions_of_user ON public.user_sessions USING btree (user_id, created_at);

create table user_totps (
  user_id integer not null,
  secret bytea,
  confirmed_at timestamp with time zone,
  last_step bigint,
  pending_secret bytea,
  pending_until timestamp with time zone,
  constraint user_totps_pkey PRIMARY KEY (user_id),
  constraint user_totps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint user_totps_confirmed CHECK (num_nulls(secret, confirmed_at, last_step) = ANY (ARRAY[0, 3])),
  constraint user_totps_pending CHECK (num_nulls(pending_secret, pending_until) = ANY (ARRAY[0, 2]))
);

create table users (
  user_id integer not null,
  email text not null,
  name text not null,
  partner_id integer,
  role text not null,
  status text not null,
  password_hash text not null,
  created_at timestamp with time zone not null,
  last_sign_in_at timestamp with time zone,
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(partner_id),
  constraint users_role CHECK (
CASE
    WHEN partner_id IS NULL THEN role = ANY (ARRAY['admin'::text, 'finance'::text, 'operations'::text, 'support'::text, 'auditor'::text])
    ELSE role = ANY (ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text, 'buyer'::text, 'approver'::text])
END),
  constraint users_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))
);
CREATE INDEX users_of_partner ON public.users USING btree (partner_id, user_id);

create table value_out_days (
  person text not null,
  day date not null,
  kind text not null,
  parts bigint not null,
  constraint value_out_days_pkey PRIMARY KEY (person, day, kind),
  constraint value_out_days_below_threshold CHECK (parts < '1000000000000000'::bigint)
);

create table vault_key_wraps (
  key_id integer not null,
  master_id text not null,
  wrapped bytea not null,
  constraint vault_key_wraps_pkey PRIMARY KEY (key_id, master_id),
  constraint vault_key_wraps_key_id_fkey FOREIGN KEY (key_id) REFERENCES vault_keys(key_id),
  constraint vault_key_wraps_master_id_check CHECK (master_id ~ '^([0-9a-f]{16})?$'::text),
  constraint vault_key_wraps_master_id_check1 CHECK (master_id <> ''::text)
);

create table vault_keys (
  key_id integer not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  for_lot boolean not null default false,
  check_value bytea not null,
  constraint vault_keys_pkey PRIMARY KEY (key_id),
  constraint vault_keys_check_value_check CHECK (length(check_value) = 16)
);
CREATE INDEX vault_keys_by_time ON public.vault_keys USING btree (created_at, key_id);
CREATE INDEX vault_keys_newest ON public.vault_keys USING btree (purpose, created_at, key_id) WHERE (NOT for_lot);

create table wallet_sessions (
  partner_id integer not null,
  session_key uuid not null,
  consumer_id bigint not null,
  wallet_id bigint,
  locale text,
  token_hash bytea not null,
  page_hash bytea not null,
  idempotency_key uuid,
  fingerprint bytea not null,
  client_id uuid,
  created_at timestamp with time zone not null,
  open_until timestamp with time zone not null,
  opened_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint wallet_sessions_key UNIQUE (partner_id, idempotency_key),
  constraint wallet_sessions_page UNIQUE (partner_id, page_hash),
  constraint wallet_sessions_token UNIQUE (partner_id, token_hash),
  constraint wallet_sessions_pkey PRIMARY KEY (partner_id, session_key),
  constraint wallet_sessions_opened CHECK ((opened_at IS NULL) = (ends_at IS NULL)),
  constraint wallet_sessions_page_hash_check CHECK (length(page_hash) = 32),
  constraint wallet_sessions_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX wallet_sessions_created ON public.wallet_sessions USING btree (created_at);
CREATE INDEX wallet_sessions_of_consumer ON public.wallet_sessions USING btree (partner_id, consumer_id);

create table wallet_sign_ins (
  partner_id integer not null,
  sign_in_key uuid not null,
  email_blind uuid not null,
  consumer_id bigint,
  locale text not null,
  created_at timestamp with time zone not null,
  wrong_codes integer not null default 0,
  used_at timestamp with time zone,
  status text not null,
  next_try_at timestamp with time zone,
  attempts integer not null default 0,
  lease_epoch bigint not null default 0,
  last_fault text,
  constraint wallet_sign_ins_pkey PRIMARY KEY (partner_id, sign_in_key),
  constraint wallet_sign_ins_due_check CHECK ((status = 'PENDING'::text) = (next_try_at IS NOT NULL)),
  constraint wallet_sign_ins_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'FAILED'::text, 'SUPPRESSED'::text]))
);
CREATE INDEX wallet_sign_ins_created ON public.wallet_sign_ins USING btree (created_at);
CREATE INDEX wallet_sign_ins_due ON public.wallet_sign_ins USING btree (partner_id, next_try_at) WHERE (status = 'PENDING'::text);
CREATE INDEX wallet_sign_ins_of_address ON public.wallet_sign_ins USING btree (partner_id, email_blind, created_at);
CREATE INDEX wallet_sign_ins_of_consumer ON public.wallet_sign_ins USING btree (partner_id, consumer_id) WHERE (consumer_id IS NOT NULL);

create table wallets (
  partner_id integer not null,
  wallet_id bigint not null,
  consumer_id bigint not null,
  currency text not null,
  wallet_type text not null,
  campaign_id bigint,
  status text not null default 'ENABLED'::text,
  created_at timestamp with time zone not null,
  constraint wallets_pkey PRIMARY KEY (partner_id, wallet_id),
  constraint wallets_check CHECK ((wallet_type = 'CAMPAIGN'::text) = (campaign_id IS NOT NULL)),
  constraint wallets_status_check CHECK (status = ANY (ARRAY['ENABLED'::text, 'FROZEN'::text, 'CLOSED'::text])),
  constraint wallets_wallet_type_check CHECK (wallet_type = ANY (ARRAY['STANDARD'::text, 'CAMPAIGN'::text]))
);
CREATE INDEX wallets_by_campaign ON public.wallets USING btree (partner_id, campaign_id, wallet_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX wallets_by_consumer ON public.wallets USING btree (partner_id, consumer_id);
CREATE UNIQUE INDEX wallets_campaign ON public.wallets USING btree (partner_id, consumer_id, campaign_id) WHERE (wallet_type = 'CAMPAIGN'::text);
CREATE UNIQUE INDEX wallets_standard ON public.wallets USING btree (partner_id, consumer_id, currency) WHERE (wallet_type = 'STANDARD'::text);

create table webhook_attempts (
  partner_id integer not null,
  endpoint_id bigint not null,
  attempt_id bigint not null,
  event_no bigint not null,
  event_type text not null,
  attempt integer not null,
  attempted_at timestamp with time zone not null,
  duration_ms integer not null,
  http_status integer,
  fault text,
  response text,
  next_try_at timestamp with time zone,
  constraint webhook_attempts_pkey PRIMARY KEY (partner_id, endpoint_id, attempt_id)
);
CREATE INDEX webhook_attempts_by_time ON public.webhook_attempts USING btree (attempted_at);
CREATE INDEX webhook_attempts_failed ON public.webhook_attempts USING btree (partner_id, endpoint_id, attempt_id) WHERE (fault IS NOT NULL);
CREATE INDEX webhook_attempts_of_event ON public.webhook_attempts USING btree (partner_id, endpoint_id, event_no, attempt_id);

create table webhook_deliveries (
  partner_id integer not null,
  endpoint_id bigint not null,
  event_no bigint not null,
  subject text not null,
  attempts integer not null,
  next_try_at timestamp with time zone,
  replays integer not null default 0,
  constraint webhook_deliveries_pkey PRIMARY KEY (partner_id, endpoint_id, event_no),
  constraint webhook_deliveries_partner_id_endpoint_id_fkey FOREIGN KEY (partner_id, endpoint_id) REFERENCES webhook_endpoints(partner_id, endpoint_id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (partner_id, endpoint_id, next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX webhook_deliveries_of_subject ON public.webhook_deliveries USING btree (partner_id, endpoint_id, subject, event_no);

create table webhook_endpoints (
  partner_id integer not null,
  endpoint_id bigint not null,
  url text not null,
  description text,
  event_types text[],
  state text not null,
  disabled_reason text,
  created_at timestamp with time zone not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamp with time zone,
  last_event bigint not null,
  due_at timestamp with time zone,
  failing_since timestamp with time zone,
  lease_epoch bigint not null default 0,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (partner_id, endpoint_id),
  constraint webhook_endpoints_disabled CHECK ((state = 'DISABLED'::text) = (disabled_reason IS NOT NULL)),
  constraint webhook_endpoints_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])),
  constraint webhook_endpoints_previous_secret CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)),
  constraint webhook_endpoints_state_check CHECK (state = ANY (ARRAY['ENABLED'::text, 'PAUSED'::text, 'DISABLED'::text]))
);
CREATE INDEX webhook_endpoints_due ON public.webhook_endpoints USING btree (due_at) WHERE ((state = 'ENABLED'::text) AND (due_at IS NOT NULL));
CREATE INDEX webhook_endpoints_leased ON public.webhook_endpoints USING btree (lease_until) WHERE ((state = 'ENABLED'::text) AND (lease_until > '-infinity'::timestamp with time zone));
