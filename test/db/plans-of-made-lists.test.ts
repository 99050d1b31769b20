import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lists } from '../../src/db/list.ts'
import { compile } from '../../src/db/sql.ts'
import { freshDatabase } from '../support/database.ts'
import { indexesOf, nodesOf, type Plan } from '../support/plans.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

/** Values of the filters that lists require. */
const FILTER = { partnerId: 1, orderNo: 1, productId: 1, permissions: [], now: 0 }
const REQUEST = { ...FILTER, page: 1, pageSize: 10 }

/**
 * For each list: the index that has the order of its pages, and how rows of one instant are sorted.
 */
const INDEXES = {
  'alerts by alert_id desc': 'alerts_pkey',
  'alerts by raised_at desc, alert_id desc': 'alerts_by_time',
  'alerts by raised_at, alert_id': 'alerts_by_time',
  'approvals left join approved_acts as acts using (approval_id) by approval_id':
    'approvals_approval_id_attempt_key',
  'approvals left join approved_acts as acts using (approval_id) by approval_id desc':
    'approvals_approval_id_attempt_key',
  'assortment_rules by effective_at desc, rule_no desc': 'assortment_rules_by_time',
  'assortment_rules by effective_at, rule_no': 'assortment_rules_by_time',
  'assortment_rules by rule_no': 'assortment_rules_pkey',
  'assortment_rules by rule_no desc': 'assortment_rules_pkey',
  'audit_entries by audit_id desc': 'audit_entries_pkey',
  'audit_entries by occurred_at desc, audit_id desc': 'audit_by_time',
  'audit_entries by occurred_at, audit_id': 'audit_by_time',
  'campaigns by campaign_id': 'campaigns_pkey',
  'campaigns by campaign_id desc': 'campaigns_pkey',
  'cases by case_id desc': 'cases_by_order',
  'credit_imports by created_at desc, import_id desc': 'credit_imports_by_time',
  'credit_imports by created_at, import_id': 'credit_imports_by_time',
  'erasures by erased_at desc, erasure_id desc': 'erasures_by_time',
  'erasures by erased_at, erasure_id': 'erasures_by_time',
  'fx_rates by effective_at desc, rate_no desc': 'fx_rates_by_time',
  'fx_rates by effective_at, rate_no': 'fx_rates_by_time',
  'fx_rates by rate_no': 'fx_rates_pkey',
  'fx_rates by rate_no desc': 'fx_rates_pkey',
  'fx_spreads by effective_at desc, spread_no desc': 'fx_spreads_by_time',
  'fx_spreads by effective_at, spread_no': 'fx_spreads_by_time',
  'fx_spreads by spread_no desc': 'fx_spreads_pkey',
  'invitations by invitation_id desc': 'invitations_pkey',
  'ledger_verifications by started_at desc, verification_id desc':
    'ledger_verifications_by_start, Incremental Sort',
  'ledger_verifications by started_at, verification_id':
    'ledger_verifications_by_start, Incremental Sort',
  'order_drafts by made_at desc, draft_id desc': 'order_drafts_by_time',
  'order_drafts by made_at, draft_id': 'order_drafts_by_time',
  'partners by lower(name collate "und-x-icu") collate "C" desc, partner_id desc':
    'partners_by_name',
  'partners by lower(name collate "und-x-icu") collate "C", partner_id': 'partners_by_name',
  'partners by partner_id': 'partners_pkey',
  'partners by partner_id desc': 'partners_pkey',
  'price_rules by effective_at desc, rule_no desc': 'price_rules_by_time',
  'price_rules by effective_at, rule_no': 'price_rules_by_time',
  'price_rules by rule_no': 'price_rules_pkey',
  'price_rules by rule_no desc': 'price_rules_pkey',
  'reconciliations r by reconciliation_id': 'reconciliations_pkey',
  'reconciliations r by reconciliation_id desc': 'reconciliations_pkey',
  'service_tokens by token_id': 'service_tokens_pkey',
  'service_tokens by token_id desc': 'service_tokens_pkey',
  'stock_imports by started_at desc, import_id desc': 'stock_imports_by_time',
  'stock_imports by started_at, import_id': 'stock_imports_by_time',
  'stock_lots by created_at desc, lot desc': 'stock_lots_by_time',
  'stock_lots by created_at, lot': 'stock_lots_by_time',
  'stock_lots by lot': 'stock_lots_pkey',
  'stock_lots by lot desc': 'stock_lots_pkey',
  'supplier_health by product_id desc, supplier desc, account desc': 'supplier_health_pkey',
  'supplier_health by product_id, supplier, account': 'supplier_health_pkey',
  'users by email': 'users_email_key',
  'users by email desc': 'users_email_key',
  'users by user_id': 'users_of_partner',
  'users by user_id desc': 'users_of_partner',
}

/** Tables that stay small, so that a list may sort all rows of a filter, and why they do. */
const SMALL: Readonly<Record<string, string>> = {
  campaigns: 'those of one partner, each made by a person',
  fx_spreads: 'each recorded by a person',
  invitations: 'those that wait to be accepted',
  mail_templates: 'a few for each partner with texts of its own',
  service_tokens: 'each issued by a person',
  supplier_health: 'one row for each product and supplier',
  users: 'people of the operator and of partners who sign in',
}

test('the pages of every list are read in the order of an index, unless its table is small', async () => {
  await loadModules()
  const { db, drop } = await freshDatabase()
  const client = await db.connect()
  const actualIndexes: Record<string, string> = {}
  try {
    // For a table of few rows an index is used only if all else is switched off.
    await client.query(
      'set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off',
    )
    for (const list of lists) {
      const { text } = compile(list.page(REQUEST))
      const explain = `explain (generic_plan, format json) ${text}`
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
      const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
      const types = nodes.map((node) => node['Node Type'] ?? '')
      const [index] = indexesOf(nodes)
      const sort = types.find((type) => type.endsWith('Sort'))
      if (sort !== undefined && list.from in SMALL) continue
      const parts = [index, sort].filter((part) => part !== undefined)
      actualIndexes[`${list.from} by ${list.order}`] = parts.join(', ')
    }
  } finally {
    client.release(true)
    await drop()
  }
  expect(actualIndexes).toEqual(INDEXES)
})

/** Each module registers its lists as it is loaded. */
async function loadModules(): Promise<void> {
  const src = new URL('../../src/', import.meta.url)
  const modules = readdirSync(src).map((name) => new URL(`${name}/mod.ts`, src))
  for (const module of modules) if (existsSync(module)) await import(module.href)
}
