import { type PricedLine, routesOf } from '../../catalog/mod.ts'
import { minorOf } from '../../connectors/mod.ts'
import { type FieldFault, formatAmount } from '../../core/mod.ts'
import type { SupplierOffer } from '../../supply/mod.ts'
import type { Context } from '../context.ts'

/** The time within which the suppliers of a line must have responded. */
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
  const linesWithRecipient = [...lines].filter(([, { recipient }]) => recipient !== undefined)
  await Promise.all(
    linesWithRecipient.slice(0, OFFERS_MAX).map(async ([at, line]) => {
      const offer = await askInTurn(suppliers, line)
      if (offer) offers.set(at, offer)
    }),
  )
  return offers
}

type Due = NonNullable<SupplierOffer['due']>

/**
 * Returns the faults of lines that do not pay the due amount, or pay a bill a second time, in the
 * order of the lines. The supplier would refuse another amount, or charge us another amount than
 * the partner pays. It would accept a second payment.
 */
export function dueFaults(
  lines: ReadonlyMap<number, PricedLine>,
  offers: ReadonlyMap<number, SupplierOffer>,
): FieldFault[] {
  const dueOf = new Map<string, Due>()
  for (const [at, { due }] of offers) {
    const line = lines.get(at)
    if (line && due) dueOf.set(billOf(line), due)
  }
  if (dueOf.size === 0) return []
  const paidBy = new Map<string, number>()
  return [...lines].flatMap(([at, line]) => {
    const bill = billOf(line)
    const due = dueOf.get(bill)
    if (!due) return []
    const first = paidBy.get(bill)
    if (first !== undefined) {
      const message = `names the bill of items[${first}], and a bill is paid once`
      return [{ field: `items[${at}].recipient`, message }]
    }
    paidBy.set(bill, at)
    return faultsOfBill(`items[${at}]`, line, due)
  })
}

/** Returns a text that is equal for two lines of one bill. */
function billOf({ product, recipient = {} }: PricedLine): string {
  const names = Object.keys(recipient).toSorted()
  return JSON.stringify([product.productId, ...names.map((name) => [name, recipient[name]])])
}

function faultsOfBill(
  field: string,
  { product, faceValueMinor, quantity }: PricedLine,
  { amount, currency }: Due,
): FieldFault[] {
  const isOfProduct = currency === product.currency.code
  const dueMinor = minorOf(amount, product.currency)
  const faults: FieldFault[] = []
  if (!isOfProduct || dueMinor !== faceValueMinor) {
    const due = isOfProduct ? formatAmount(dueMinor, product.currency) : amount
    faults.push({ field: `${field}.amount`, message: `must be ${due} ${currency}, which is due` })
  }
  if (quantity !== 1) {
    faults.push({ field: `${field}.quantity`, message: 'must be 1: a bill is paid once' })
  }
  return faults
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
