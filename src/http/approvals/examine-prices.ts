import type { AuditValue } from '../../audit/mod.ts'
import {
  PRICE_RULES,
  listSpreads,
  pairName,
  ratesInForce,
  readDatabaseTime,
  readRates,
  type Rate,
} from '../../catalog/mod.ts'
import { wirePercent, notFound } from '../../core/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import { RateView, type NewRatesBody } from '../admin-v1/fx-rates.ts'
import type { NewSpreadBody } from '../admin-v1/fx-spreads.ts'
import { readRateImport, type RateImportQuery } from '../admin-v1/import-fx-rates.ts'
import {
  priceRuleOf,
  type NewPriceRuleBody,
  type PriceRuleEndBody,
} from '../admin-v1/price-rules.ts'
import type { Context } from '../context.ts'
import { afterOf, examine, examineAddition } from './examination.ts'

/** One page of this size has all rates and rules of any service. */
const ALL = { page: 1, pageSize: 2_000 }

async function ratesNow(context: Context, rates: readonly Rate[]): Promise<AuditValue> {
  const { db } = context
  const pairs = new Set(rates.map(pairName))
  const inForce = await ratesInForce(db, await readDatabaseTime(db))
  return { rates: inForce.filter((rate) => pairs.has(pairName(rate))).map(RateView.body) }
}

const rates = examine<NewRatesBody>(async ({ body }, context) => {
  return { before: await ratesNow(context, readRates(body.rates)), after: afterOf(body) }
})

const rateImports = examine<Buffer>(async ({ query, body }, context) => {
  const rateQuery = query as unknown as RateImportQuery
  const file = await readRateImport(context, body, rateQuery)
  const { source = file.source, force } = rateQuery
  return {
    before: await ratesNow(context, file.rates),
    after: jsonOf({ rates: file.rates.map(RateView.body), source, ...(force && { force }) }),
  }
})

const spreads = examine<NewSpreadBody>(async ({ body }, { db, clock }) => {
  const { from, to } = body
  const { rows } = await listSpreads(db, ALL)
  const spread = rows.find(
    ({ pair, effectiveAt }) =>
      pair?.from.code === from && pair?.to.code === to && effectiveAt <= clock.now(),
  )
  const percent = spread?.spreadPercent
  const spreadPercent = percent === undefined ? null : wirePercent(percent)
  return { before: jsonOf({ from, to, spreadPercent }), after: afterOf(body) }
})

type CoverInput = Partial<Record<'brand' | 'currency' | 'productType', string | undefined>> &
  Partial<Record<'partnerId' | 'productId', number | undefined>>

/** Returns the latest rule of the same owner and cover, or null. */
async function latestRule({ db, catalog }: Context, cover: CoverInput): Promise<AuditValue> {
  const { products } = await catalog.asOf(db)
  const { partnerId, productId } = cover
  const { rows } = await PRICE_RULES.list(db, { partnerId, productId, ...ALL })
  const latest = rows
    .map((rule) => priceRuleOf(rule, products))
    .find(
      (rule) =>
        rule.partnerId === partnerId &&
        rule.productId === productId &&
        rule.brand === cover.brand &&
        rule.productType === cover.productType &&
        (rule.currency === cover.currency || productId !== undefined),
    )
  return latest ? jsonOf(latest) : null
}

const newRules = examine<NewPriceRuleBody>(async ({ body }, context) => {
  return { before: await latestRule(context, body), after: afterOf(body) }
})

const ruleEnds = examine<PriceRuleEndBody>(async ({ params, body }, context) => {
  const { products } = await context.catalog.asOf(context.db)
  const rule = await PRICE_RULES.find(context.db, BigInt(params['ruleNo'] ?? ''))
  if (!rule) throw notFound('price rule')
  const before = await latestRule(context, priceRuleOf(rule, products))
  const newRule = { ends: true, ...body }
  return { before, after: afterOf(newRule) }
})

export const EXAMINE_PRICES = {
  putFxRates: rates,
  importFxRates: rateImports,
  putFxSpread: spreads,
  createPriceRule: newRules,
  endPriceRule: ruleEnds,
  createAssortmentRule: examineAddition,
}
