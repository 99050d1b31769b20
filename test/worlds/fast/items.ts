import type { LineRequest } from '../../../src/catalog/mod.ts'
import type { ActOf } from '../../oracle/acts.ts'
import { AMOUNTS, PRODUCTS } from '../catalog.ts'

/** The lines of an order, as its request has them. `walletIds` are those of the partner. */
export function itemsOf(
  lines: ActOf<'place'>['lines'],
  walletIds: readonly number[] = [],
): LineRequest[] {
  return lines.map(([product, amount, quantity, { days, wallet = -1 } = {}]) => {
    const recipients = {
      GIFT_CARD: undefined,
      TOP_UP: { phone: '491701' },
      ACCOUNT_CREDIT: wallet < 0 ? undefined : { walletId: String(walletIds[wallet] ?? UNKNOWN) },
    }
    const recipient = recipients[PRODUCTS[product]?.type ?? 'GIFT_CARD']
    const line = { productId: product + 1, amount: Number(AMOUNTS[amount]), quantity }
    return { ...line, recipient, minValidityDays: days }
  })
}

const UNKNOWN = 999
