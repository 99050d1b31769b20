import { type PricedLine, routesOf } from '../../catalog/mod.ts'
import { minorOf } from '../../connectors/mod.ts'
import { type FieldFault, formatAmount } from '../../core/mod.ts'
import type { SupplierOffer } from '../../supply/mod.ts'
import type { Context } from '../context.ts'

/** How long the suppliers of a line may take to say what they offer. */
const OFFERS_MS_MAX = 10_000
const OFFERS_MAX = 20

/**
 * Asks the suppliers of lines with a recipient what they would deliver. The suppliers of a product
 * are asked in turn until one responds. Returns the offers by the index of the line; lines without
 * an offer are left out.
 */
export async function askOffers(
  { suppliers }: Pick<Context, 'suppliers'>,
  lines: ReadonlyMap<number, PricedLine>,
): Promise<ReadonlyMap<number, SupplierOffer>> {
  const offers = new Map<number, SupplierOffer>()
  const askedLines = [...lines].filter(([, { recipient }]) => recipient !== undefined)
  await Promise.all(
    askedLines.slice(0, OFFERS_MAX).map(async ([at, line]) => {
      const offer = await askInTurn(suppliers, line)
      if (offer) offers.set(at, offer)
    }),
  )
  return offers
}

/**
 * Returns the faults of lines that would not pay what is due: the supplier would refuse them, or
 * take another amount of us than the partner pays.
 */
export function dueFaults(
  lines: ReadonlyMap<number, PricedLine>,
  offers: ReadonlyMap<number, SupplierOffer>,
): FieldFault[] {
  return [...offers].flatMap(([at, { due }]) => {
    const line = lines.get(at)
    if (!line || !due) return []
    const { currency } = line.product
    const isPaid =
      due.currency === currency.code && minorOf(due.amount, currency) === line.faceValueMinor
    const message = `must be ${due.amount} ${due.currency}, which is due`
    return isPaid ? [] : [{ field: `items[${at}].amount`, message }]
  })
}

async function askInTurn(
  suppliers: Context['suppliers'],
  { product, recipient = {}, faceValueMinor }: PricedLine,
): Promise<SupplierOffer | undefined> {
  const { productType, currency } = product
  const faceValue = formatAmount(faceValueMinor, currency)
  const question = { productType, recipient, currency: currency.code, faceValue }
  const routes = routesOf(product)
  for (const { supplier, settings } of routes) {
    const offering = suppliers.byName[supplier]?.offer?.({ ...question, settings })
    const offer = offering && (await within(Math.floor(OFFERS_MS_MAX / routes.length), offering))
    if (offer) return offer
  }
  return undefined
}

/** Returns undefined if it fails, or takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const endSignal = AbortSignal.timeout(ms)
  const late = new Promise<undefined>((resolve) => {
    endSignal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  return Promise.race([work.catch(() => undefined), late])
}
