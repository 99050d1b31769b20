import { Option, type Command } from 'commander'
import {
  operate,
  operateAct,
  operateList,
  paged,
  type Invocation,
  type PageOptions,
} from './invocation.ts'
import { CASE_COLUMNS } from './case-commands.ts'
import { UsageFailure } from './failure.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, recordWith, tableOf, type Column, type View } from './print.ts'
import { REQUEST_COLUMNS } from './request-commands.ts'

const STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED', 'ON_HOLD', 'OUT_OF_STOCK']
const LIST_COLUMNS = [
  'id',
  'partnerId',
  'clientReference',
  'status',
  'currency',
  'totalAmount',
  'createdAt',
]
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
  { title: 'supplier', of: supplierOf },
  'lots',
  'confirmationNumbers',
  'lastFault',
  'completedAt',
]
const ATTEMPT_COLUMNS: readonly Column[] = [
  'fulfillmentId',
  'at',
  { title: 'supplier', of: supplierOf },
  'outcome',
  'reason',
]

/** Returns the supplier and our account there, such as `upstream/acme`. */
function supplierOf(row: JsonValue): string {
  const [supplier, account] = ['supplier', 'account'].map((name) => fieldOf(row, name))
  return account === undefined ? plain(supplier) : `${plain(supplier)}/${plain(account)}`
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

const UNMASKED = [
  '--unmasked',
  'show recipients and consumers, which is recorded in the audit log',
] as const

const EVENT_COLUMNS = ['at', 'from', 'to', 'reason', 'heldFor']
const TRANSFER_COLUMNS = ['transferId', 'kind', 'state', 'currency', 'amount', 'reference', 'at']
const PURCHASE_COLUMNS = ['upstream', 'reference', 'upstreamOrderId']
const CONSUMER_COLUMNS = ['consumerId', 'partnerId', 'name', 'email', 'wallets', 'createdAt']
const DOWNLOAD_COLUMNS = ['at', 'clientId', 'user', 'codesShown', 'status', 'address', 'requestId']
const WALLET_COLUMNS = ['walletId', 'partnerId', 'consumerId', 'currency', 'balance', 'status']

const story = recordWith({
  lines: tableOf(LINE_COLUMNS),
  fulfillments: batches,
  events: tableOf(EVENT_COLUMNS),
  transfers: tableOf(TRANSFER_COLUMNS),
  purchases: tableOf(PURCHASE_COLUMNS),
  cases: tableOf(CASE_COLUMNS),
  downloads: tableOf(DOWNLOAD_COLUMNS),
  requests: tableOf(REQUEST_COLUMNS),
})

/** Renders each order as a whole, and what else was found. */
const trace: View = (data, colors) => {
  const tables: readonly (readonly [string, View])[] = [
    ['wallets', tableOf(WALLET_COLUMNS)],
    ['consumers', tableOf(CONSUMER_COLUMNS)],
    ['transfers', tableOf(TRANSFER_COLUMNS)],
    ['requests', tableOf(REQUEST_COLUMNS)],
  ]
  const found = tables.flatMap(([name, view]) => {
    const rows = fieldOf(data, name) ?? []
    return listOf(rows).length === 0 ? [] : [colors.bold(name), view(rows, colors), '']
  })
  const stories = listOf(fieldOf(data, 'orders')).flatMap((order) => [story(order, colors), ''])
  const more = fieldOf(data, 'moreOrders') === true ? ['more orders match: orders list', ''] : []
  const parts = [...stories, ...found, ...more].slice(0, -1)
  return parts.length === 0 ? 'not found' : parts.join('\n')
}

/** Adds the command `trace`. */
export function addTraceCommand(program: Command, invocation: Invocation): void {
  const command = program
    .command('trace')
    .description('find what an identifier belongs to, and tell its whole story')
    .argument('<anything>', 'an id or reference of an order, item, transfer, case, recipient ...')
    .option(...UNMASKED)
  operate<{ unmasked?: true }>(command, invocation, {
    request: ({ unmasked }, q: string) => ({
      method: 'GET',
      path: '/trace',
      query: { q, unmasked: unmasked && 'true' },
    }),
    view: trace,
  })
}

/** Adds the command group `orders`. */
export function addOrderCommands(program: Command, invocation: Invocation): void {
  const orders = program.command('orders').description('orders of partners')
  addList(orders, invocation)
  const shown = orders
    .command('show')
    .description('show one order, with a page of its batches and their lines')
  shown.argument('<orderId>').option(...UNMASKED)
  operate<PageOptions & { unmasked?: true }>(paged(shown), invocation, {
    request: ({ page, pageSize, unmasked }, id: string) => ({
      method: 'GET',
      path: orderPath(id),
      query: { unmasked: unmasked && 'true', page, pageSize },
    }),
    view: orderView,
  })
  const cancel = orders
    .command('cancel')
    .description('cancel an order; undelivered units are refunded, and codes return to stock')
    .argument('<orderId>')
    .requiredOption('--reason <text>', 'stored with the order')
  operateAct(cancel, invocation, (id: string) => `${orderPath(id)}/cancel`)
  const retry = orders
    .command('retry')
    .description('retry failed batches, and those that wait for stock, at once')
    .argument('<orderId>')
    .option('--reason <text>', 'recorded in the audit log')
  operateAct(retry, invocation, (id: string) => `${orderPath(id)}/retry`)
}

interface ListOptions {
  readonly status?: string
  readonly partner?: string
  readonly reference?: string
  readonly itemReference?: string
  readonly card?: string
  readonly recipient?: string
  readonly product?: string
  readonly amount?: string
  readonly currency?: string
  readonly from?: string
  readonly to?: string
  readonly after?: string
}

function addList(orders: Command, invocation: Invocation): void {
  const list = orders
    .command('list')
    .description('list or search the orders of all partners, newest first')
    .addOption(new Option('--status <status>').choices(STATUSES))
    .option('--partner <partnerId>', 'only those of one partner')
    .option('--reference <clientReference>', "by the partner's own reference")
    .option('--item-reference <text>', "by the partner's reference of an item")
    .option('--card <cardIdentifier>', 'the order of an item')
    .option('--recipient <value>', 'by a phone number, address or account of a recipient')
    .option('--product <productId>', 'only those with a line of this product')
    .option('--amount <amount>', 'only those with this total, in --currency')
    .option('--currency <code>', 'the currency of --amount')
    .option('--from <day>', 'created on this day (UTC) or later, such as 2026-01-31')
    .option('--to <day>', 'created on this day (UTC) or earlier')
    .option('--after <orderId>', 'continue the list of all partners after this order')
  operateList<ListOptions>(list, invocation, {
    path: () => '/orders',
    query: (options) => {
      const { amount, currency } = options
      if ((amount === undefined) !== (currency === undefined)) {
        throw new UsageFailure('--amount and --currency belong together')
      }
      return {
        status: options.status,
        partnerId: options.partner,
        clientReference: options.reference,
        itemReference: options.itemReference,
        cardIdentifier: options.card,
        recipient: options.recipient,
        productId: options.product,
        amount,
        currency: currency?.toUpperCase(),
        createdFrom: options.from,
        createdTo: options.to,
        after: options.after,
      }
    },
    columns: LIST_COLUMNS,
  })
}

function orderPath(orderId: string): string {
  return `/orders/${segment(orderId)}`
}
