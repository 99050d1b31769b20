import { fieldOf } from './json.ts'
import { operation } from './operation.ts'
import { plain, type Column } from './print.ts'

/** The commands about products and purchases in the group `upstreams`. */
export const PURCHASE_COMMANDS = {
  products: operation('listUpstreamProducts', {
    about: 'list what another service sells now, in the currency of our account',
    columns: [
      'productId',
      'brand',
      'productType',
      'currency',
      'fixedAmounts',
      'minAmount',
      'maxAmount',
      'inStock',
      'fxRate',
    ],
  }),
  purchases: operation('listPurchases', {
    about: 'list purchases at a supplier, unknown outcomes included, newest first',
    columns: [
      'reference',
      'status',
      'orderId',
      'quantity',
      amount('faceValue', 'currency'),
      amount('cost', 'costCurrency'),
      'upstreamOrderId',
      'upstreamStatus',
      'sends',
      'begunAt',
      'lastFault',
    ],
  }),
  close: operation('closePurchase', {
    about: 'close a purchase whose outcome the supplier does not report',
    fields: { reference: 'as shown by `upstreams purchases`' },
  }),
}

/** Returns a column for an amount with its currency. */
function amount(name: string, currency: string): Exclude<Column, string> {
  return {
    title: name,
    of: (row) =>
      fieldOf(row, name) === undefined
        ? undefined
        : `${plain(fieldOf(row, name))} ${plain(fieldOf(row, currency))}`,
  }
}
