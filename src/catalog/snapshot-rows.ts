import { raisedHalfUp } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { PriceRules } from './price-rule.ts'
import { nextPriceRuleAfter, priceRulesInForce } from './price-rule-rows.ts'
import { readProducts } from './product-rows.ts'
import { nextChangeAfter, ratesInForce } from './rate-rows.ts'
import type { RecordedRate } from './rate.ts'
import { rateKey, type CatalogSnapshot } from './snapshot.ts'
import { spreadOf, type Spread } from './spread.ts'
import { nextSpreadAfter, spreadsInForce } from './spread-rows.ts'

/** Tells whether a snapshot is still valid. */
export interface CatalogMoment {
  readonly version: bigint
  /** By the database's clock, which all processes share. */
  readonly now: number
}

export async function readMoment(db: Db): Promise<CatalogMoment> {
  const { version, now } = await oneRow(db, selectMoment())
  return { version, now: now.getTime() }
}

/** Reads the version first, then the rows. If they are newer, the version is outdated, and the next
 * reader reads all of them again. */
export async function readSnapshot(db: Db): Promise<CatalogSnapshot> {
  const { version, now } = await readMoment(db)
  const products = await readProducts(db)
  const rates = await ratesInForce(db, now)
  const spreads = await spreadsInForce(db, now)
  return {
    version,
    readAt: now,
    validUntil: Math.min(
      await nextChangeAfter(db, now),
      await nextSpreadAfter(db, now),
      await nextPriceRuleAfter(db, now),
    ),
    products: new Map(products.map((product) => [product.productId, product])),
    rates: new Map(
      rates.map((rate) => [rateKey(rate.from.code, rate.to.code), sold(rate, spreads)]),
    ),
    priceRules: new PriceRules(await priceRulesInForce(db, now)),
  }
}

function sold({ rateNo, from, to, rate: marketRate }: RecordedRate, spreads: readonly Spread[]) {
  const spread = spreadOf(spreads, from, to)
  const rate = spread === undefined ? marketRate : raisedHalfUp(marketRate, spread)
  return { rateNo, rate, marketRate }
}

function selectMoment(): Statement<{ version: bigint; now: Date }> {
  return sql`
    select version, date_trunc('milliseconds', clock_timestamp()) as now from catalog_version`
}
