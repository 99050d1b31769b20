import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { readProducts } from './product-rows.ts'
import { nextChangeAfter, ratesInForce } from './rate-rows.ts'
import { rateKey, type CatalogSnapshot } from './snapshot.ts'

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

/** Reads everything as of the moment that is read first. Newer rows only cause one more read. */
export async function readSnapshot(db: Db): Promise<CatalogSnapshot> {
  const { version, now } = await readMoment(db)
  const products = await readProducts(db)
  const rates = await ratesInForce(db, now)
  return {
    version,
    readAt: now,
    ratesUntil: await nextChangeAfter(db, now),
    products: new Map(products.map((product) => [product.productId, product])),
    rates: new Map(rates.map((rate) => [rateKey(rate.from.code, rate.to.code), rate])),
  }
}

function selectMoment(): Statement<{ version: bigint; now: Date }> {
  return sql`
    select version, date_trunc('milliseconds', clock_timestamp()) as now from catalog_version`
}
