import {
  findCurrency,
  invalidField,
  isFault,
  parseRate,
  Refusal,
  wireAmount,
  type Currency,
} from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { Denomination, Product } from './product.ts'
import { readProduct, type ProductInput } from './product-input.ts'
import {
  insertProduct,
  lockProduct,
  raiseVersion,
  updateProductRow,
  upsertRates,
  type Rate,
} from './product-rows.ts'

/** Who may supply, and what time it is: what every edit needs beside its input. */
export interface EditContext {
  readonly suppliers: readonly string[]
  readonly now: number
}

export const RATES_PER_WRITE_MAX = 10_000

/** Adds a product; refuses invalid_request naming the field. */
export async function createProduct(
  tx: Tx,
  input: ProductInput,
  { suppliers, now }: EditContext,
): Promise<Product> {
  const product = readProduct(input, suppliers)
  const productId = await insertProduct(tx, product, now)
  await tx.rows(raiseVersion())
  return { productId, ...product }
}

/**
 * Changes the given fields of a product; orders that were accepted keep what they were priced at.
 * The currency stays: stock and orders are counted in it. Refuses not_found, then invalid_request.
 */
export async function updateProduct(
  tx: Tx,
  { productId, change }: { productId: number; change: Partial<ProductInput> },
  { suppliers }: EditContext,
): Promise<{ before: Product; after: Product }> {
  const before = await lockProduct(tx, productId)
  if (!before) throw new Refusal('not_found', 'no such product')
  if (change.currency !== undefined && change.currency !== before.currency.code) {
    throw invalidField('currency', 'cannot be changed')
  }
  const after = { productId, ...readProduct(merge(before, change), suppliers) }
  await tx.rows(updateProductRow(after))
  await tx.rows(raiseVersion())
  return { before, after }
}

/** A product that changes its denomination type leaves the amounts of the old one behind. */
function merge(before: Product, change: Partial<ProductInput>): ProductInput {
  const { denomination, currency, ...product } = before
  const { type } = denomination
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const staysOfType = (change.denominationType ?? type) === type
  return {
    ...product,
    ...(staysOfType && amountsOf(denomination, currency)),
    currency: currency.code,
    denominationType: type,
    ...(Object.fromEntries(given) as Partial<ProductInput>),
  }
}

function amountsOf(denomination: Denomination, currency: Currency): Partial<ProductInput> {
  if (denomination.type === 'FIXED') {
    return { fixedAmounts: denomination.fixedMinor.map((amount) => wireAmount(amount, currency)) }
  }
  return {
    minAmount: wireAmount(denomination.minMinor, currency),
    maxAmount: wireAmount(denomination.maxMinor, currency),
  }
}

export interface RateInput {
  readonly from: string
  readonly to: string
  readonly rate: number
}

/** Sets these rates, all or none; others stay. Refuses invalid_request naming `rates[0].from`. */
export async function putRates(
  tx: Tx,
  inputs: readonly RateInput[],
  { now }: { now: number },
): Promise<Rate[]> {
  if (inputs.length === 0 || inputs.length > RATES_PER_WRITE_MAX) {
    throw invalidField('rates', `must have 1 to ${RATES_PER_WRITE_MAX} rates`)
  }
  const rates = inputs.map((input, at) => readRate(input, `rates[${at}]`))
  const pairs = new Set(rates.map((rate) => `${rate.from.code} ${rate.to.code}`))
  if (pairs.size !== rates.length) throw invalidField('rates', 'must name each pair once')
  await tx.rows(upsertRates(rates, now))
  await tx.rows(raiseVersion())
  return rates
}

function readRate(input: RateInput, field: string): Rate {
  const from = readCurrency(input.from, `${field}.from`)
  const to = readCurrency(input.to, `${field}.to`)
  if (from.code === to.code) throw invalidField(`${field}.to`, 'must be another currency')
  const rate = parseRate(input.rate)
  if (isFault(rate)) throw invalidField(`${field}.rate`, rate.fault)
  return { from, to, rate }
}

function readCurrency(code: string, field: string): Currency {
  const currency = findCurrency(code)
  if (!currency) throw invalidField(field, 'must be an active ISO 4217 code')
  return currency
}
