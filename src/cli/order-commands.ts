import { Option, type Command } from 'commander'
import {
  operate,
  operateAct,
  operateList,
  paged,
  type Invocation,
  type PageOptions,
} from './invocation.ts'
import { fieldOf, listOf } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, recordWith, tableOf, type Column } from './print.ts'

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
/** The latest; --json has all. */
const TRIED_SHOWN_MAX = 4
const BATCH_COLUMNS: readonly Column[] = [
  'fulfillmentId',
  'status',
  'quantity',
  'attempt',
  'waitsFor',
  {
    title: 'tried',
    of: (row) =>
      listOf(fieldOf(row, 'attempts'))
        .map((one) => `${plain(fieldOf(one, 'supplier'))} ${plain(fieldOf(one, 'outcome'))}`)
        .slice(-TRIED_SHOWN_MAX)
        .join(', '),
  },
  'lastFault',
  'completedAt',
]

/** orders: see what became of them, and help those that are stuck. */
export function addOrderCommands(program: Command, invocation: Invocation): void {
  const orders = program.command('orders').description('what partners ordered')
  addList(orders, invocation)
  const shown = orders
    .command('show')
    .description('one order, with a page of its batches and their lines')
  operate<PageOptions>(paged(shown.argument('<orderId>')), invocation, {
    request: ({ page, pageSize }, id: string) => ({
      method: 'GET',
      path: orderPath(id),
      query: { page, pageSize },
    }),
    view: recordWith({ lines: tableOf(LINE_COLUMNS), fulfillments: tableOf(BATCH_COLUMNS) }),
  })
  const cancel = orders
    .command('cancel')
    .description('cancel an order; what was not delivered is refunded, codes go back to stock')
    .argument('<orderId>')
    .requiredOption('--reason <text>', 'kept with the order')
  operateAct(cancel, invocation, (id: string) => `${orderPath(id)}/cancel`)
  const retry = orders
    .command('retry')
    .description('send failed batches, and those that wait for stock, to work at once')
    .argument('<orderId>')
    .option('--reason <text>', 'kept in the audit')
  operateAct(retry, invocation, (id: string) => `${orderPath(id)}/retry`)
}

interface ListOptions {
  readonly status?: string
  readonly partner?: string
  readonly reference?: string
  readonly after?: string
}

function addList(orders: Command, invocation: Invocation): void {
  const list = orders
    .command('list')
    .description('orders of all partners, newest first')
    .addOption(new Option('--status <status>').choices(STATUSES))
    .option('--partner <partnerId>', 'those of one partner')
    .option('--reference <clientReference>', "a partner's order by its own reference")
    .option('--after <orderId>', 'those that the list of all partners has after this order')
  operateList<ListOptions>(list, invocation, {
    path: () => '/orders',
    query: ({ status, partner: partnerId, reference: clientReference, after }) => ({
      status,
      partnerId,
      clientReference,
      after,
    }),
    columns: LIST_COLUMNS,
  })
}

function orderPath(orderId: string): string {
  return `/orders/${segment(orderId)}`
}
