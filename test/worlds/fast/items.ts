import type { LineRequest } from '../../../src/catalog/mod.ts'
import type { Asked } from '../../oracle/acts.ts'
import { AMOUNTS, PRODUCTS } from '../catalog.ts'

/** The lines of an order, as its request has them. */
export function itemsOf(lines: Asked<'place'>['lines']): LineRequest[] {
  return lines.map(([product, amount, quantity]) => {
    const recipient = PRODUCTS[product]?.type === 'TOP_UP' ? { phone: '491701' } : undefined
    return { productId: product + 1, amount: Number(AMOUNTS[amount]), quantity, recipient }
  })
}
