import type { PricedLine } from '../../catalog/mod.ts'
import { formatAmount } from '../../core/mod.ts'
import type { SupplierOffer } from '../../supply/mod.ts'
import type { Context } from '../context.ts'

/** How long a supplier may take to say what it offers. */
const ANSWER_MS_MAX = 10_000
const OFFERS_MAX = 20

/**
 * Asks the suppliers of lines with a recipient what they would deliver, by the places of the lines.
 * Those that do not say, or do not respond, are left out.
 */
export async function askOffers(
  { suppliers }: Pick<Context, 'suppliers'>,
  lines: ReadonlyMap<number, PricedLine>,
): Promise<ReadonlyMap<number, SupplierOffer>> {
  const offers = new Map<number, SupplierOffer>()
  const askedLines = [...lines].filter(([, { recipient }]) => recipient !== undefined)
  const endSignal = AbortSignal.timeout(ANSWER_MS_MAX)
  const late = new Promise<undefined>((resolve) => {
    endSignal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  await Promise.all(
    askedLines.slice(0, OFFERS_MAX).map(async ([at, line]) => {
      const { product, recipient = {}, faceValueMinor } = line
      const { productType, currency, supplier, supplierSettings: settings } = product
      const question = {
        productType,
        settings,
        recipient,
        currency: currency.code,
        faceValue: formatAmount(faceValueMinor, currency),
      }
      const offer = suppliers.byName[supplier]?.offer?.(question)
      const found = offer && (await Promise.race([offer.catch(() => undefined), late]))
      if (found) offers.set(at, found)
    }),
  )
  return offers
}
