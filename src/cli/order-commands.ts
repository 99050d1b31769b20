import { Option, type Command } from 'commander'
import {
  operate,
  operateAct,
  operateList,
  paged,
  type Invocation,
  type PageOptions,
} from './invocation.ts'
import { UsageFailure } from './failure.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, recordWith, tableOf, type Column, type View } from './print.ts'

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

/** Adds the command group `orders`. */
export function addOrderCommands(program: Command, invocation: Invocation): void {
  const orders = program.command('orders').description('orders of partners')
  addList(orders, invocation)
  const shown = orders
    .command('show')
    .description('show one order, with a page of its batches and their lines')
  operate<PageOptions>(paged(shown.argument('<orderId>')), invocation, {
    request: ({ page, pageSize }, id: string) => ({
      method: 'GET',
      path: orderPath(id),
      query: { page, pageSize },
    }),
    view: recordWith({ lines: tableOf(LINE_COLUMNS), fulfillments: batches }),
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
