import { CASE_COLUMNS } from './case-commands.ts'
import { UsageFailure } from './failure.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { group } from './invocation.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { plain, recordWith, tableOf, type Column, type View } from './print.ts'
import { REQUEST_COLUMNS } from './request-commands.ts'

const LINE_COLUMNS = [
  'lineNo',
  'productId',
  'currency',
  'faceValue',
  'quantity',
  'unitCost',
  'fxRate',
  'fxRateSource',
  'fxRateEffectiveAt',
  'itemReference',
  'recipient',
]
/** The latest attempts of a batch. `--json` prints all. */
const ATTEMPTS_SHOWN_MAX = 4
const BATCH_COLUMNS: readonly Column[] = [
  'fulfillmentId',
  'status',
  'quantity',
  'attempt',
  'waitsFor',
  { title: 'supplier', read: supplierOf },
  'lots',
  'confirmationNumbers',
  'lastFault',
  'completedAt',
]
const ATTEMPT_COLUMNS: readonly Column[] = [
  'fulfillmentId',
  'at',
  { title: 'supplier', read: supplierOf },
  'outcome',
  'reason',
]

/** Returns the supplier and our account there, such as `tessera:acme`. */
function supplierOf(row: JsonValue): string {
  const [supplier, account] = ['supplier', 'account'].map((name) => fieldOf(row, name))
  return account === undefined ? plain(supplier) : `${plain(supplier)}:${plain(account)}`
}

/** Renders batches, each followed by its attempt log. */
const batches: View = (data, colors) => {
  const attempts = listOf(data).flatMap((batch) =>
    listOf(fieldOf(batch, 'attempts'))
      .slice(-ATTEMPTS_SHOWN_MAX)
      .map((one) => Object.assign({ fulfillmentId: fieldOf(batch, 'fulfillmentId') }, one)),
  )
  const table = tableOf(BATCH_COLUMNS)(data, colors)
  if (attempts.length === 0) return table
  return [table, '', colors.bold('attempts'), tableOf(ATTEMPT_COLUMNS)(attempts, colors)].join('\n')
}

const orderView = recordWith({ lines: tableOf(LINE_COLUMNS), fulfillments: batches })

const EVENT_COLUMNS = ['at', 'from', 'to', 'reason', 'heldFor']
const TRANSFER_COLUMNS = ['transferId', 'kind', 'state', 'currency', 'amount', 'reference', 'at']
const PURCHASE_COLUMNS = ['supplier', 'reference', 'supplierOrderId']
const CONSUMER_COLUMNS = ['consumerId', 'partnerId', 'name', 'email', 'wallets', 'createdAt']
const DOWNLOAD_COLUMNS = ['at', 'clientId', 'user', 'codesShown', 'status', 'address', 'requestId']
const WALLET_COLUMNS = ['walletId', 'partnerId', 'consumerId', 'currency', 'balance', 'status']

const orderDetails = recordWith({
  lines: tableOf(LINE_COLUMNS),
  fulfillments: batches,
  events: tableOf(EVENT_COLUMNS),
  transfers: tableOf(TRANSFER_COLUMNS),
  purchases: tableOf(PURCHASE_COLUMNS),
  cases: tableOf(CASE_COLUMNS),
  downloads: tableOf(DOWNLOAD_COLUMNS),
  requests: tableOf(REQUEST_COLUMNS),
})

/** Renders each order with its details, then the wallets, consumers, transfers and requests. */
const trace: View = (data, colors) => {
  const tables: readonly (readonly [string, View])[] = [
    ['wallets', tableOf(WALLET_COLUMNS)],
    ['consumers', tableOf(CONSUMER_COLUMNS)],
    ['transfers', tableOf(TRANSFER_COLUMNS)],
    ['requests', tableOf(REQUEST_COLUMNS)],
  ]
  const otherTables = tables.flatMap(([name, view]) => {
    const rows = fieldOf(data, name) ?? []
    return listOf(rows).length === 0 ? [] : [colors.bold(name), view(rows, colors), '']
  })
  const orders = listOf(fieldOf(data, 'orders')).flatMap((one) => [orderDetails(one, colors), ''])
  const more = fieldOf(data, 'moreOrders') === true ? ['more orders match: orders list', ''] : []
  const parts = [...orders, ...otherTables, ...more].slice(0, -1)
  return parts.length === 0 ? 'not found' : parts.join('\n')
}

export const TRACE = operation('trace', {
  about: 'find what an identifier belongs to, and show its whole history',
  args: ['q'],
  fields: { q: 'an id or reference of an order, item, transfer, case, recipient ...' },
  view: trace,
})

export const ORDERS = group('orders of partners', {
  list: operation('listOrders', {
    about: 'list or search the orders of all partners, newest first',
    fields: {
      clientReference: { flags: '--reference <clientReference>' },
      cardIdentifier: { flags: '--card <cardIdentifier>' },
      recipient: { flags: '--recipient <value>' },
      amount: 'only those with this total, in --currency',
      currency: 'the currency of --amount',
      createdFrom: { flags: '--from <day>' },
      createdTo: { flags: '--to <day>' },
    },
    request({ query }) {
      if ((query.amount === undefined) !== (query.currency === undefined)) {
        throw new UsageFailure('--amount and --currency belong together')
      }
      return requestOf('listOrders', { query })
    },
    columns: [
      'id',
      'partnerId',
      'clientReference',
      'status',
      'currency',
      'totalAmount',
      'createdAt',
    ],
  }),
  show: operation('getOrder', {
    about: 'show one order, with a page of its batches and their lines',
    view: orderView,
  }),
  cancel: operation('cancelOrder', {
    about: 'cancel an order; undelivered units are refunded, and codes return to stock',
    fields: { reason: 'stored with the order' },
  }),
  retry: operation('retryOrder', {
    about: 'retry failed batches, and those that wait for stock, at once',
  }),
})
