/** Written from the migrated schema by test/db/schema.test.ts; not by hand. */

export interface AccountsRow {
  partner_id: number
  account_id: bigint
  kind: string
  currency: string
  debits_pending: bigint
  debits_posted: bigint
  credits_pending: bigint
  credits_posted: bigint
  credit_limit: bigint
}

export interface AlertDeliveriesRow {
  alert_id: bigint
  event: string
  channel: string
  delivery_id: string
  status: string
  attempts: number
  next_try_at: Date | null
  lease_epoch: bigint
  last_fault: string | null
  ended_at: Date | null
}

export interface AlertsRow {
  alert_id: bigint
  kind: string
  subject: string
  severity: string
  message: string
  details: unknown
  raised_at: Date
  last_seen_at: Date
  count: number
  resolved_at: Date | null
  announced_at: Date | null
  resolution_announced_at: Date | null
}

export interface ApprovalsRow {
  approval_id: bigint
  kind: string
  permission: string
  route: string
  request: string
  partner_id: number | null
  requester_kind: string
  requester_id: string | null
  requester: string
  requester_address: string | null
  reason: string | null
  before: unknown
  after: unknown
  sealed: Buffer | null
  digest: Buffer
  requested_at: Date
  expires_at: Date
  state: string
  decider_id: string | null
  decider: string | null
  decided_at: Date | null
  decision_reason: string | null
  attempt: string | null
  attempt_until: Date | null
  response: Buffer | null
  error: unknown | null
}

export interface AssortmentRulesRow {
  rule_no: bigint
  partner_id: number | null
  product_id: number | null
  brand: string | null
  product_type: string | null
  currency: string | null
  is_shown: boolean | null
  effective_at: Date
  recorded_at: Date
  recorded_by: string
}

export interface AuditEntriesRow {
  audit_id: bigint
  partner_id: number | null
  occurred_at: Date
  actor: string
  action: string
  target: string
  reason: string | null
  before: unknown | null
  after: unknown | null
  actor_kind: string
  actor_id: string | null
  address: string | null
  approval_id: bigint | null
  approver_id: string | null
  approver: string | null
}

export interface BooksRow {
  partner_id: number
  last_id: bigint
  last_transfer: bigint
  last_order: bigint
  orders_on_hold: number
  last_instant: Date
  version: bigint
  lineage: bigint[]
  has_spend_limits: boolean
  writers: bigint[]
}

export interface CampaignsRow {
  partner_id: number
  campaign_id: bigint
  name: string
  currency: string
  budget_minor: bigint | null
  credited_minor: bigint
  ends_at: Date | null
  created_at: Date
  spend_products: unknown | null
}

export interface CardAuthorizationsRow {
  authorization_id: string
  merchant_id: number
  blind: string
  authorized_minor: bigint
  captured_minor: bigint
  refunded_minor: bigint
  status: string
  capture_id: string | null
  created_at: Date
  expires_at: Date
}

export interface CardEntriesRow {
  blind: string
  entry_no: number
  kind: string
  amount_minor: bigint
  balance_minor: bigint
  authorization_id: string
  reference: string | null
  created_at: Date
}

export interface CardsRow {
  blind: string
  partner_id: number
  order_no: bigint
  batch_no: number
  item_no: number
  currency: string
  issued_minor: bigint
  balance_minor: bigint
  authorized_minor: bigint
  captured_minor: bigint
  refunded_minor: bigint
  entry_count: number
}

export interface CasesRow {
  partner_id: number
  case_id: bigint
  order_no: bigint
  item_no: number
  product_id: number
  kind: string
  state: string
  reason: string
  currency: string | null
  amount_minor: bigint | null
  transfer_no: bigint | null
  opened_by: string
  opened_at: Date
  decided_by: string | null
  decided_at: Date | null
  decision_reason: string | null
}

export interface ConsumersRow {
  partner_id: number
  consumer_id: bigint
  full_name: string
  created_at: Date
  email_blind: string
  email_sealed: Buffer
}

export interface CredentialClaimsRow {
  client_id: string
  sealed: Buffer | null
  link_hash: Buffer | null
  made_at: Date
  expires_at: Date
  claimed_at: Date | null
  claimed_by: string | null
  issuer_kind: string | null
  issuer_id: number | null
}

export interface CredentialsRow {
  client_id: string
  partner_id: number
  label: string | null
  api_key_hash: Buffer
  hmac_secret_sealed: Buffer
  permissions: string[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  requires_signature_v2: boolean
  allowed_addresses: string[] | null
}

export interface CreditImportPartsRow {
  partner_id: number
  import_id: string
  part_no: number
  row_count: number
  totals: unknown
  errors: unknown
  sealed: Buffer | null
}

export interface CreditImportsRow {
  partner_id: number
  import_id: string
  state: string
  file_reference: string
  is_dry_run: boolean
  creates_consumers: boolean
  actor: string
  row_count: number
  error_count: number
  failure: string | null
  lease_owner: string | null
  lease_until: Date | null
  created_at: Date
  progress_at: Date
  started_at: Date | null
  ended_at: Date | null
  made_by: number | null
}

export interface ErasuresRow {
  partner_id: number
  erasure_id: string
  kind: string
  consumer_id: bigint | null
  reason: string
  actor: string
  wallets: number
  descriptions: number
  mails: number
  erased_at: Date
  lines: number
}

export interface EventOutboxRow {
  outbox_no: bigint
  for_partner: number | null
  for_test: boolean | null
  type: string
  subject: string
  occurred_at: Date
  data: unknown
}

export interface EventsRow {
  partner_id: number
  event_no: bigint
  type: string
  subject: string
  occurred_at: Date
  data: unknown
}

export interface FeedsRow {
  partner_id: number
  last_event: bigint
  first_event: bigint
  last_transfer: bigint
  is_followed: boolean
  listened_at: Date
  relayed_at: Date
  life: string | null
}

export interface FulfillmentsRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  line_no: number
  product_id: number
  supplier: string
  face_value_minor: bigint
  first_item_no: number
  quantity: number
  ordered_at: Date
  status: string
  due_at: Date | null
  waits_for: string | null
  attempt: number
  lease_owner: string | null
  outcome_unknown: boolean
  taking_back: boolean
  last_fault: string | null
  completed_at: Date | null
  supplier_step: number
  supplier_settings: unknown | null
  round_outcome: string | null
  lease_epoch: bigint
  min_validity_days: number | null
  offer: unknown | null
  look_up_by: Date | null
}

export interface FundsNoticesRow {
  partner_id: number
  user_id: number
  currency: string
  kind: string
  below_minor: bigint | null
  below_days: number | null
  portal_url: string | null
  noticed_at: Date | null
  deposited_minor: bigint | null
  mail_attempts: number
  mail_due_at: Date | null
}

export interface FxRatesRow {
  from_currency: string
  to_currency: string
  rate: string
  recorded_at: Date
  rate_no: bigint
  effective_at: Date
  source: string
  recorded_by: string
  list_day: Date | null
}

export interface FxSpreadsRow {
  spread_no: bigint
  from_currency: string | null
  to_currency: string | null
  spread_percent: string | null
  effective_at: Date
  recorded_at: Date
  recorded_by: string
}

export interface InvitationsRow {
  invitation_id: bigint
  partner_id: number | null
  email: string
  token_hash: Buffer
  role: string
  issuer_kind: string | null
  issuer_id: number | null
  created_at: Date
  expires_at: Date
  sealed_link: Buffer | null
  mail_attempts: number
  mail_due_at: Date | null
}

export interface IssuedSegmentsRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  segment_no: number
  first_item_no: number
  quantity: number
  sealed: Buffer | null
  stock_product_id: number | null
  stock_block_id: string | null
  stock_first: number | null
  expires_on: Date | null
  card_count: number | null
}

export interface LedgerCheckpointsRow {
  partner_id: number
  verified_at: Date
  sealed: Buffer
}

export interface LedgerOpeningsRow {
  partner_id: number
  last_transfer: bigint
  last_at: Date
  removed_transfer: bigint
  removed_transfers: bigint
  sealed: Buffer
}

export interface LedgerVerificationsRow {
  verification_id: string
  actor: string
  from_checkpoint: boolean
  state: string
  started_at: Date
  lease_until: Date
  finished_at: Date | null
  phase: string
  partners_checked: number
  partners_total: number
  accounts: bigint
  transfers: bigint
  differences: unknown | null
}

export interface LinkBatchesRow {
  partner_id: number
  batch_no: bigint
  reference: string
  idempotency_key: string | null
  fingerprint: Buffer
  currency: string
  link_count: number
  sent_minor: bigint
  transfer_no: bigint
  client_id: string | null
  created_at: Date
  parts_id: string | null
  terms: unknown | null
  waiting_count: number
  waiting_minor: bigint
}

export interface LinkClaimChecksRow {
  partner_id: number
  link_no: bigint
  claim_no: number
  template_id: string | null
  network_blind: Buffer
  address_blind: Buffer | null
  amount_minor: bigint
  currency: string
  checked_at: Date
  phone_blind: Buffer | null
  order_no: bigint | null
}

export interface LinkErasuresRow {
  partner_id: number
  address_blind: Buffer
  erased_at: Date
}

export interface LinkMessagesRow {
  partner_id: number
  message_id: string
  link_no: bigint
  generation: number
  kind: string
  status: string
  reason: string | null
  last_fault: string | null
  attempts: number
  lease_epoch: bigint
  next_try_at: Date | null
  created_at: Date
  sent_at: Date | null
  email_blind: Buffer | null
  unsubscribed_at: Date | null
  wrong_codes: number
  code_used_at: Date | null
  channel: string
}

export interface LinkOldTokensRow {
  partner_id: number
  token_hash: Buffer
  link_no: bigint
}

export interface LinkReturnsRow {
  partner_id: number
  transfer_no: bigint
  link_no: bigint
  amount_minor: bigint
}

export interface LinkTemplatesRow {
  partner_id: number
  template_id: string
  name: string
  logo_image_id: string | null
  accent_color: string | null
  paper_color: string | null
  sender_name: string | null
  reply_to: string | null
  second_factor: string
  second_factor_from: unknown | null
  texts: unknown
  created_at: Date
  updated_at: Date
  claim_rules: unknown | null
  quiet_hours: unknown | null
}

export interface LinksRow {
  partner_id: number
  link_no: bigint
  batch_no: bigint
  link_key: string
  generation: number
  token_hash: Buffer
  currency: string
  amount_minor: bigint
  sent_minor: bigint
  chosen_minor: bigint
  held_minor: bigint
  claimed_minor: bigint
  returned_minor: bigint
  claims: number
  products: unknown | null
  locale: string | null
  reference: string | null
  metadata: unknown | null
  delivery: string
  recipient_sealed: Buffer | null
  claim_by: Date
  ended: string | null
  ended_at: Date | null
  ended_reason: string | null
  created_at: Date
  reminders: boolean
  email_blind: Buffer | null
  second_factor: string
  template_id: string | null
  review_reason: string | null
  review_until: Date | null
  reviewed_at: Date | null
  phone_blind: Buffer | null
}

export interface LotCostsRow {
  product_id: number
  lot: string
  face_value_minor: bigint
  cost_no: bigint
  currency: string
  unit_cost_minor: bigint
  purchase_order: string | null
  supplier: string | null
  recorded_at: Date
  recorded_by: string
  effective_at: Date | null
  corrects: bigint | null
  original_no: bigint | null
  reason: string | null
}

export interface MailSuppressionsRow {
  partner_id: number
  consumer_id: bigint
  transfer_no: bigint | null
  fault: string
  suppressed_at: Date
  reason: string
}

export interface MailTemplatesRow {
  partner_id: number | null
  language: string
  subject: string
  text: string
  html: string | null
  set_at: Date
  set_by: string
}

export interface MailingRow {
  only_row: boolean
  is_on: boolean
}

export interface MerchantCallsRow {
  merchant_id: number
  reference: string
  call_no: bigint
  kind: string
  fingerprint: Buffer | null
  authorization_id: string | null
  amount_minor: bigint | null
  response: string | null
  created_at: Date
  reversed_at: Date | null
}

export interface MerchantCredentialsRow {
  client_id: string
  merchant_id: number
  label: string | null
  api_key_hash: Buffer
  hmac_secret_sealed: Buffer
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

export interface NotificationsRow {
  partner_id: number
  transfer_no: bigint
  status: string
  attempts: number
  next_try_at: Date | null
  last_fault: string | null
  lease_epoch: bigint
  wallet_id: bigint
  consumer_id: bigint
  created_at: Date
  sent_at: Date | null
  resends: number
  reason: string | null
}

export interface OperatorWritesRow {
  idempotency_key: string
  attempt: string
  request: string
  fingerprint: Buffer
  target: string | null
  made_at: Date
  response: Buffer | null
}

export interface OrderDraftsRow {
  partner_id: number
  draft_id: string
  state: string
  client_reference: string
  currency: string
  charged: bigint
  item_count: number
  items: unknown
  quote_id: string | null
  made_by: number
  made_by_name: string
  made_at: Date
  expires_at: Date
  decided_by_name: string | null
  decided_at: Date | null
  reason: string | null
  order_id: string | null
  kind: string
  links: Buffer | null
  shown_at: Date | null
  place_at: Date | null
  place_due_at: Date | null
  tried_at: Date | null
  decided_by: number | null
  made_by_client: string | null
  metadata: unknown | null
}

export interface OrderEventsRow {
  partner_id: number
  order_no: bigint
  event_no: number
  from_status: string | null
  to_status: string
  occurred_at: Date
  reason: string | null
  held_for: string | null
}

export interface OrderLinesRow {
  partner_id: number
  order_no: bigint
  line_no: number
  product_id: number
  brand: string
  product_type: string
  product_currency: string
  face_value_minor: bigint
  quantity: number
  first_item_no: number
  unit_cost_minor: bigint
  fx_rate: string
  item_reference: string | null
  recipient: unknown | null
  rate_no: bigint | null
  is_irrevocable: boolean
  market_rate: string | null
  price_rule_no: bigint | null
  discount_percent: string | null
  discount_minor: bigint | null
  unit_fee_minor: bigint | null
  metadata: unknown | null
}

export interface OrderRecipientsRow {
  partner_id: number
  blind: string
  order_no: bigint
  line_no: number
}

export interface OrderRulesRow {
  partner_id: number
  currency: string
  approve_from: bigint
}

export interface OrdersRow {
  partner_id: number
  order_no: bigint
  client_reference: string
  idempotency_key: string | null
  fingerprint: Buffer
  currency: string
  total_minor: bigint
  unit_count: number
  status: string
  previous_status: string | null
  status_since: Date
  hold_no: bigint | null
  charged_minor: bigint | null
  cancel_reason: string | null
  created_at: Date
  completed_at: Date | null
  held_for_supplier: boolean
  first_held_at: Date | null
  last_event: number
  discount_minor: bigint | null
  fee_minor: bigint | null
  kept_hold_no: bigint | null
  kept_minor: bigint | null
  charged_discount_minor: bigint | null
  charged_fee_minor: bigint | null
  traceparent: string | null
  link_no: bigint | null
  metadata: unknown | null
  wallet_id: bigint | null
}

export interface PriceRulesRow {
  rule_no: bigint
  partner_id: number | null
  product_id: number | null
  brand: string | null
  product_type: string | null
  currency: string | null
  discount_percent: string | null
  fee_minor: bigint | null
  effective_at: Date
  recorded_at: Date
  recorded_by: string
}

export interface ProductContentsRow {
  product_id: number
  category: string | null
  countries: string[]
  image_ids: string[]
  barcode: string | null
}

export interface ProductRoutingRow {
  product_id: number
  is_cheapest_first: boolean
  margin_floor: string | null
}

export interface ProductTextsRow {
  product_id: number
  locale: string
  name: string
  description: string | null
  terms: string | null
  redemption_steps: string[]
  validity: string | null
  balance_check_url: string | null
}

export interface ProductsRow {
  product_id: number
  brand: string
  currency: string
  product_type: string
  denomination_type: string
  fixed_minor: bigint[] | null
  min_minor: bigint | null
  max_minor: bigint | null
  recipient_fields: unknown
  supplier: string
  supplier_settings: unknown
  active: boolean
  created_at: Date
  fallback_suppliers: unknown
  code_namespace: string | null
  is_test: boolean
}

export interface QuotesRow {
  partner_id: number
  quote_id: string
  fingerprint: Buffer
  prices: unknown
  created_at: Date
  expires_at: Date
  order_no: bigint | null
  idempotency_key: string | null
  response: string | null
  offers: unknown | null
}

export interface ReconciliationItemsRow {
  reconciliation_id: bigint
  item_no: number
  status: string
  reference: string
  file_minor: bigint | null
  file_lines: number
  first_line: number | null
  booked_minor: bigint | null
  records: unknown
  file_currency: string | null
  booked_currency: string | null
}

export interface ReconciliationsRow {
  reconciliation_id: bigint
  kind: string
  partner_id: number | null
  upstream_id: number | null
  currency: string
  from_at: Date
  before_at: Date
  file_name: string | null
  file_sha256: Buffer
  file_lines: number
  skipped_lines: number
  matched: number
  missing_here: number
  missing_there: number
  different_amount: number
  file_minor: bigint
  booked_minor: bigint
  made_at: Date
  made_by: string
  different_currency: number
  account_id: number | null
}

export interface RequestBlocksRow {
  at: Date
  client_id: string | null
  first_id: string
  last_id: string
  has_failures: boolean
  marks: number[] | null
  entries: Buffer
}

export interface RequestsRow {
  request_id: string
  at: Date
  client_id: string | null
  is_authenticated: boolean
  method: string
  path: string
  status: number | null
  code: string | null
  micros: bigint
  address: string
  order_id: string | null
  failed_check: string | null
  failure: string | null
  string_to_sign: string | null
  caller_request_id: string | null
  codes_shown: number | null
  user_id: number | null
}

export interface ServiceTokensRow {
  token_id: number
  name: string
  role: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  last_used_at: Date | null
  last_used_from: string | null
  issuer_kind: string | null
  issuer_id: number | null
}

export interface SpendLimitsRow {
  partner_id: number
  client_id: string
  currency: string
  per_day_minor: bigint | null
  per_month_minor: bigint | null
  day_spent_minor: bigint
  month_spent_minor: bigint
  counted_at: Date
}

export interface StockBlocksRow {
  product_id: number
  block_id: string
  face_value_minor: bigint
  expires_at: Date | null
  quantity: number
  sealed: Buffer
  imported_at: Date
  lot: string
}

export interface StockBucketsRow {
  product_id: number
  face_value_minor: bigint
}

export interface StockImportReportsRow {
  product_id: number
  import_id: string
  first_line: number
  rejected: number
  report: string
}

export interface StockImportsRow {
  product_id: number
  import_id: string
  lot: string
  is_dry_run: boolean
  state: string
  failure: string | null
  actor: string
  epoch: bigint
  imported: number
  duplicates: number
  rejected: number
  last_line: number
  bytes: bigint
  bytes_hash: Buffer
  bytes_total: bigint | null
  started_at: Date
  progress_at: Date
  ended_at: Date | null
}

export interface StockLotsRow {
  product_id: number
  lot: string
  state: string
  created_at: Date
  lot_no: number
}

export interface StockPoliciesRow {
  product_id: number
  expiry_margin_seconds: number | null
  low_stock_threshold: number | null
}

export interface StockReservationsRow {
  product_id: number
  partner_id: number
  order_no: bigint
  batch_no: number
  state: string
  block_ids: string[]
  firsts: number[]
  quantities: number[]
  is_apart: boolean
}

export interface SupplierAccountsRow {
  account_id: number
  adapter: string
  name: string
  environment: string
  base_url: string | null
  settings: unknown
  sealed: Buffer
  low_float_minor: bigint | null
  low_float_currency: string | null
  active: boolean
  version: bigint
  created_at: Date
  asked_at: Date | null
  answered_at: Date | null
  last_fault: string | null
  faulted_at: Date | null
}

export interface SupplierAttemptsRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  lease_epoch: bigint
  supplier: string
  outcome: string
  reason: string | null
  occurred_at: Date
  account: string
}

export interface SupplierCreatesRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  first_unit: number
  create_no: number
  account_id: number | null
  reference: string
  product_id: number
  currency: string
  face_value_minor: bigint
  quantity: number
  settings: unknown
  offer: unknown | null
  status: string
  send_no: number
  first_sent_at: Date | null
  sent_at: Date | null
  unsure_until: Date | null
  theirs: string | null
  cost: string | null
  cost_currency: string | null
  kept: Buffer | null
  released: boolean
  due_at: Date | null
  begun_at: Date
  fault: string | null
  faulted_at: Date | null
  exchanges: unknown
  closed_at: Date | null
  refused_for: string | null
}

export interface SupplierHealthRow {
  product_id: number
  supplier: string
  account: string
  circuit: unknown | null
  circuit_state: string
  circuit_since: Date | null
  counted_since: Date | null
  answered: number
  failed: number
  last_fault: string | null
  last_fault_at: Date | null
  unfunded_since: Date | null
  changed_at: Date
}

export interface SupplierListingsRow {
  listing_id: number
  account_id: number
  listing: string
  name: string
  brand: string
  product_type: string
  currency: string
  countries: string[]
  fixed_values: string[] | null
  min_value: string | null
  max_value: string | null
  step_value: string | null
  discount_percent: string | null
  is_on_sale: boolean
  settings: unknown
  image_url: string | null
  redemption: string | null
  terms: string | null
  absences: number
  gone_at: Date | null
  first_seen_at: Date
  changed_at: Date
}

export interface SupplierPriceChangesRow {
  change_id: bigint
  listing_id: number
  old_percent: string | null
  new_percent: string | null
  status: string
  seen_at: Date
  decided_at: Date | null
}

export interface TransferArchivesRow {
  partner_id: number
  sha256: Buffer
  first_transfer: bigint
  last_transfer: bigint
  previous: Buffer
  sealed: Buffer
  file: string
  actor: string
  archived_at: Date
}

export interface TransfersRow {
  partner_id: number
  transfer_no: bigint
  debit_account: bigint
  credit_account: bigint
  amount: bigint
  debit_available: bigint
  credit_available: bigint
  pending_no: bigint | null
  state: number
  code: number
  scope: number | null
  reference: string | null
  memo: string | null
  created_at: Date
  metadata: unknown | null
}

export interface UpstreamPurchasesRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  purchase_no: number
  upstream_id: number | null
  reference: string
  idempotency_key: string
  their_product_id: bigint
  wallet_currency: string
  product_id: number
  currency: string
  face_value_minor: bigint
  quantity: number
  status: string
  send_no: number
  unsure_until: Date | null
  upstream_order_id: string | null
  upstream_status: string | null
  cost_minor: bigint | null
  released: boolean
  due_at: Date | null
  begun_at: Date
  fault: string | null
  faulted_at: Date | null
  faults: number
  stocked: number
}

export interface UpstreamsRow {
  upstream_id: number
  name: string
  base_url: string
  client_id: string
  sealed: Buffer
  currency: string
  low_float_minor: bigint | null
  active: boolean
  version: bigint
  created_at: Date
  asked_at: Date | null
  answered_at: Date | null
  last_fault: string | null
  faulted_at: Date | null
  account_id: number | null
}

export interface UserPasskeysRow {
  passkey_id: string
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  signatures: bigint
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface UserPasswordResetsRow {
  user_id: number
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  sealed_link: Buffer | null
  mail_attempts: number
  mail_due_at: Date | null
  issuer_kind: string | null
  issuer_id: number | null
}

export interface UserSessionsRow {
  session_id: string
  token_hash: Buffer
  user_id: number
  created_at: Date
  last_used_at: Date
  address: string
  user_agent: string | null
  by_provider: boolean
  stepped_up_at: Date | null
}

export interface UsersRow {
  user_id: number
  email: string
  name: string
  partner_id: number | null
  role: string
  status: string
  password_hash: string
  created_at: Date
  last_sign_in_at: Date | null
}

export interface WalletSessionsRow {
  partner_id: number
  session_key: string
  consumer_id: bigint
  wallet_id: bigint | null
  locale: string | null
  token_hash: Buffer
  page_hash: Buffer
  idempotency_key: string | null
  fingerprint: Buffer
  client_id: string | null
  created_at: Date
  open_until: Date
  opened_at: Date | null
  ends_at: Date | null
}

export interface WalletSignInsRow {
  partner_id: number
  sign_in_key: string
  email_blind: string
  consumer_id: bigint | null
  locale: string
  created_at: Date
  wrong_codes: number
  used_at: Date | null
  status: string
  next_try_at: Date | null
  attempts: number
  lease_epoch: bigint
  last_fault: string | null
}

export interface WalletsRow {
  partner_id: number
  wallet_id: bigint
  consumer_id: bigint
  currency: string
  wallet_type: string
  campaign_id: bigint | null
  status: string
  created_at: Date
}

export interface WebhookAttemptsRow {
  partner_id: number
  endpoint_id: bigint
  attempt_id: bigint
  event_no: bigint
  event_type: string
  attempt: number
  attempted_at: Date
  duration_ms: number
  http_status: number | null
  fault: string | null
  response: string | null
  next_try_at: Date | null
}

export interface WebhookEndpointsRow {
  partner_id: number
  endpoint_id: bigint
  url: string
  description: string | null
  event_types: string[] | null
  state: string
  disabled_reason: string | null
  created_at: Date
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_until: Date | null
  last_event: bigint
  due_at: Date | null
  failing_since: Date | null
  lease_epoch: bigint
  lease_until: Date
}
