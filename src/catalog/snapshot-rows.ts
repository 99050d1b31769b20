import { raisedHalfUp } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { Assortments } from './assortment.ts'
import { ASSORTMENT_RULES } from './assortment-rows.ts'
import { PRICE_RULES } from './price-rule-rows.ts'
import { awaitChanges, readProducts } from './product-rows.ts'
import { nextChangeAfter, ratesInForce } from './rate-rows.ts'
import type { RecordedRate } from './rate.ts'
import { Rules } from './rule.ts'
import { rateKey, type CatalogSnapshot } from './snapshot.ts'
import { spreadOf, type Spread } from './spread.ts'
import { nextSpreadAfter, spreadsInForce } from './spread-rows.ts'

/**
 * A version of the catalog, and a time. No later version changes the prices in force at that time.
 */
export interface CatalogMoment {
  readonly version: bigint
  /** By the database's clock, which all processes share. */
  readonly now: number
}

/** Reads moments of the catalog without a lock, unless somebody changes it. */
export class CatalogMoments {
  /** The transaction that `xmax` of the row names, if it has ended without a new version. */
  #ended = NO_TRANSACTION

  /**
   * Returns the version and a time. Every change that is in force at this time is part of the
   * version. A change that begins later comes into force later: `raiseVersion` marks the row and
   * then reads the clock; this statement reads the clock and then the row. If the row has the mark
   * of a change under way, the reader waits for that change. A lock that all orders share was
   * rejected: a change would wait for the slowest order, and all other orders would wait for the
   * change.
   */
  async read(db: Db): Promise<CatalogMoment> {
    for (;;) {
      const { version, now, changer } = await oneRow(db, selectMoment())
      if (changer === NO_TRANSACTION || changer === this.#ended)
        return { version, now: Number(now) }
      await awaitChanges(db)
      // The mark stays on the row even if the change was rolled back.
      if ((await oneRow(db, selectMoment())).changer === changer) this.#ended = changer
    }
  }
}

const NO_TRANSACTION = '0'

/** Returns the products, rates and rules in force at a moment. Ignores rows of a later version. */
export async function readSnapshot(
  db: Db,
  { version, now }: CatalogMoment,
): Promise<CatalogSnapshot> {
  const products = await readProducts(db)
  const rates = await ratesInForce(db, now)
  const spreads = await spreadsInForce(db, now)
  const rules = await PRICE_RULES.inForce(db, now)
  const assortmentRules = await ASSORTMENT_RULES.inForce(db, now)
  return {
    version,
    readAt: now,
    validFrom: Math.max(
      ...[...rates, ...spreads, ...rules, ...assortmentRules].map(({ effectiveAt }) => effectiveAt),
      -Infinity,
    ),
    validUntil: Math.min(
      await nextChangeAfter(db, now),
      await nextSpreadAfter(db, now),
      await PRICE_RULES.nextAfter(db, now),
      await ASSORTMENT_RULES.nextAfter(db, now),
    ),
    products: new Map(products.map((product) => [product.productId, product])),
    rates: new Map(
      rates.map((rate) => [rateKey(rate.from.code, rate.to.code), soldRateOf(rate, spreads)]),
    ),
    priceRules: new Rules(rules),
    assortments: new Assortments(assortmentRules),
  }
}

function soldRateOf(
  { rateNo, from, to, rate: marketRate }: RecordedRate,
  spreads: readonly Spread[],
) {
  const spread = spreadOf(spreads, from, to)
  const rate = spread === undefined ? marketRate : raisedHalfUp(marketRate, spread)
  return { rateNo, rate, marketRate }
}

function selectMoment(): Statement<{ version: bigint; now: Date; changer: string }> {
  return sql`
    select version, date_trunc('milliseconds', statement_timestamp()) as now,
           xmax::text as changer
    from catalog_version`
}
