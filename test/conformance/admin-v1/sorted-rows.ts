/** SQL of a row `n`, from 1 to 3. Times, texts and counts are in another order than `n`. */
const AT = `timestamptz '2021-01-10Z' + (n * 2 % 3) * interval '1 day'`
/** Grows with `n`, as ids do. */
const CREATED = `timestamptz '2026-02-01Z' + n * interval '1 minute'`
const AHEAD = `timestamptz '2046-01-10Z' + (n * 2 % 3) * interval '1 day'`
const NAME = `(array['beta', 'Gamma', 'alpha'])[n]`
const COUNT = `(n * 2 % 3)`
const KEY = `sha256((n || '-' || p)::bytea)`

/**
 * Returns inserts of three rows into each table whose list can be sorted. Tables of partners get
 * three rows for each partner `p`.
 */
export function insertsOfRows({
  partners,
  productId,
}: {
  readonly partners: readonly number[]
  readonly productId: number
}): readonly string[] {
  const one = `generate_series(1, 3) as n, (values (0)) as of (p)`
  const each = `generate_series(1, 3) as n, (values (${partners.join('), (')})) as of (p)`
  const rows = `generate_series(1, 3) as n`
  return [
    `users (email, name, partner_id, role, status, password_hash, created_at, last_sign_in_at)
     select lower(${NAME}) || p || '@example.com', ${NAME} || ' X', p,
            (array['viewer', 'buyer', 'owner'])[n], 'ACTIVE', '', ${CREATED}, ${AT} from ${each}`,
    `invitations (email, partner_id, token_hash, role, created_at, expires_at)
     select lower(${NAME}) || p || '@example.com', p, ${KEY},
            (array['viewer', 'buyer', 'owner'])[n], ${CREATED}, ${AHEAD} from ${each}`,
    `service_tokens (name, role, token_hash, created_at, expires_at, last_used_at)
     select ${NAME}, (array['support', 'admin', 'finance'])[n], ${KEY}, ${CREATED}, ${AHEAD}, ${AT}
     from ${one}`,
    `price_rules (product_type, discount_percent, effective_at, recorded_at, recorded_by)
     select 'TOP_UP', n, ${AT}, ${AT}, 'ann' from ${rows}`,
    `assortment_rules (product_type, is_shown, effective_at, recorded_at, recorded_by)
     select 'TOP_UP', true, ${AT}, ${AT}, 'ann' from ${rows}`,
    `fx_spreads (from_currency, to_currency, spread_percent, effective_at, recorded_at, recorded_by)
     select 'SEK', 'NOK', ${COUNT}, ${AT}, ${AT}, 'ann' from ${rows}`,
    `fx_rates (from_currency, to_currency, rate, recorded_at, effective_at, source, recorded_by)
     select 'SEK', (array['NOK', 'DKK', 'EUR'])[n], n, ${CREATED}, ${AT}, ${NAME}, 'ann'
     from ${rows}`,
    `fx_pairs (from_currency, to_currency)
     select 'SEK', (array['NOK', 'DKK', 'EUR'])[n] from ${rows}`,
    `merchants (name, status, created_at) select ${NAME}, 'ACTIVE', ${AT} from ${rows}`,
    `merchant_credentials (
       client_id, merchant_id, api_key_hash, hmac_secret_sealed, created_at, expires_at)
     select gen_random_uuid(), merchant_id, '', '', ${AT}, ${AHEAD}
     from ${rows}, (select min(merchant_id) as merchant_id from merchants) as first`,
    `credentials (
       client_id, partner_id, label, api_key_hash, hmac_secret_sealed, permissions, created_at,
       revoked_at)
     select gen_random_uuid(), p, ${NAME}, ${KEY}, '', '{}', ${AT}, case when n = 2 then now() end
     from ${each}`,
    `credential_uses (client_id, last_used_at)
     select client_id, now() - row_number() over (order by label) * interval '1 minute'
     from credentials where label in ('beta', 'Gamma', 'alpha')`,
    `webhook_endpoints (
       partner_id, url, state, created_at, secret_sealed, last_event, failing_since)
     select p, 'https://localhost/' || ${NAME}, (array['ENABLED', 'PAUSED', 'ENABLED'])[n], ${AT},
            '', 0, ${AT} from ${each}`,
    `campaigns (partner_id, campaign_id, name, currency, credited_minor, ends_at, created_at)
     select p, n, ${NAME}, 'USD', ${COUNT}, ${AT}, ${CREATED} from ${each}`,
    `stock_lots (product_id, lot, created_at)
     select ${productId}, lower(${NAME}), ${AT} from ${rows}`,
    `stock_imports (
       product_id, import_id, lot, is_dry_run, state, actor, epoch, started_at, progress_at,
       ended_at)
     select ${productId}, gen_random_uuid(), ${NAME}, true, 'DONE', 'ann', 1, ${AT}, now(), now()
     from ${rows}`,
    `ledger_verifications (
       verification_id, actor, from_checkpoint, state, started_at, lease_until, finished_at)
     select gen_random_uuid(), 'ann', true, 'INTERRUPTED', ${AT}, now(), now() from ${rows}`,
    `mail_templates (language, subject, text, set_at, set_by)
     select (array['de', 'fr', 'nl'])[n], 's', 't', ${AT}, 'ann' from ${rows}`,
    `mail_suppressions (partner_id, consumer_id, transfer_no, fault, suppressed_at)
     select partner_id, consumer_id, 1, 'no mailbox', ${AT} from (
       select partner_id, consumer_id, row_number() over (order by consumer_id) as n
       from consumers) as numbered
     where n <= 3`,
    `cases (
       partner_id, case_id, order_no, item_no, product_id, kind, state, reason, opened_by,
       opened_at)
     select p, p * ${2 ** 32}::bigint + n, 1, n, ${productId}, 'block', 'REQUESTED', 'r', 'ann',
            ${AT}
     from ${each}`,
    `supplier_accounts (
       adapter, name, environment, settings, sealed, active, version, created_at, answered_at)
     select 'tillo', ${NAME}, (array['live', 'sandbox', 'live'])[n], '{}', '', false, 1, ${AT},
            ${AT}
     from ${rows}`,
    `supplier_listings (
       account_id, listing, name, brand, product_type, currency, countries, fixed_values,
       discount_percent, is_on_sale, settings, first_seen_at, changed_at)
     select account_id, n, ${NAME}, (array['Zoo', 'ant', 'Bee'])[n], 'GIFT_CARD', 'EUR', '{}',
            '{10}', ${COUNT}, true, '{}', ${AT}, ${AT}
     from ${rows}, (select min(account_id) as account_id from supplier_accounts) as first`,
    `supplier_price_changes (listing_id, old_percent, new_percent, status, seen_at)
     select listing_id, 1, 2, 'APPLIED', now() + listing_id * interval '1 day'
     from supplier_listings`,
    `supplier_health (
       product_id, supplier, account, answered, failed, last_fault_at, changed_at)
     select n, 'sandbox', '', ${COUNT}, n * n % 5, ${AT}, now() from ${rows}`,
  ]
}
