import { fieldOf } from './json.ts'
import { operation } from './operation.ts'
import { plain } from './print.ts'

/** The commands about purchases in the group `suppliers`. */
export const SUPPLIER_PURCHASES = {
  purchases: operation('listSupplierPurchases', {
    about: 'list purchases at a supplier, newest first',
    fields: { unclear: 'only those whose outcome a person must report' },
    columns: [
      'purchaseId',
      'status',
      'orderId',
      'quantity',
      {
        title: 'faceValue',
        read: (row) => `${plain(fieldOf(row, 'faceValue'))} ${plain(fieldOf(row, 'currency'))}`,
      },
      {
        title: 'cost',
        read: (row) =>
          fieldOf(row, 'cost') === undefined
            ? undefined
            : `${plain(fieldOf(row, 'cost'))} ${plain(fieldOf(row, 'costCurrency'))}`,
      },
      'supplierOrderId',
      'sends',
      'begunAt',
      'fault',
    ],
  }),
  purchase: operation('getSupplierPurchase', {
    about: 'show one purchase, with the requests about it and what came back',
  }),
  close: operation('closeSupplierPurchase', {
    about: 'report the outcome of a purchase that only a person can know',
    args: ['outcome'],
    fields: {
      purchaseId: 'as shown by `suppliers purchases`',
      units: {
        flags: '--units <json>',
        help: 'what was bought, as [{"giftCardNumber":"..."}]; JSON, or @file with the codes',
      },
      cost: 'what the supplier took, such as {"amount":9.5,"currency":"EUR"}; JSON or @file',
    },
    examples: `
Examples:
  $ tessera suppliers close reloadly:main <purchaseId> notBought --reason "they have no such order"
  $ tessera suppliers close reloadly:main <purchaseId> bought --units @codes.json \\
      --cost '{"amount":9.5,"currency":"EUR"}' --reason "their support sent the codes"`,
  }),
}
