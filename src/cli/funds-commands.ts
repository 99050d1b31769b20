import { group } from './invocation.ts'
import { download, operation } from './operation.ts'

export const FUNDS = operation('getFunds', {
  about: 'show the funds of a partner: posted, held by orders, and available',
  columns: ['currency', 'posted', 'held', 'creditLimit', 'available'],
})

export const TRANSACTIONS = group("what moved partners' funds", {
  list: operation('listTransactions', {
    about: 'list what moved the funds of a partner, newest first',
    columns: [
      'transactionId',
      'at',
      'kind',
      'currency',
      'amount',
      'available',
      'posted',
      'reference',
      'orderId',
    ],
  }),
})

export const STATEMENT = download('getStatement', {
  about: "print a statement of a partner's funds: opening, movements, closing",
  fields: {
    to: 'not included: the next statement begins here',
    format: { help: 'html is a page to print', default: 'csv' },
  },
})

export const PRO_FORMA = download('getProForma', {
  about: 'print a PDF by which a partner pays in an amount',
})
