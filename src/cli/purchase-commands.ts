import { Option, type Command } from 'commander'
import { operateAct, operateList, type Invocation } from './invocation.ts'
import { fieldOf } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, type Column } from './print.ts'

const STATUSES = ['PLACING', 'PLACED', 'REFUSED', 'CANCELLED', 'STOCKED', 'CLOSED']

const PURCHASE_COLUMNS: readonly Column[] = [
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
]

const PRODUCT_COLUMNS: readonly Column[] = [
  'productId',
  'brand',
  'productType',
  'currency',
  'fixedAmounts',
  'minAmount',
  'maxAmount',
  'inStock',
  'fxRate',
]

/** Returns a column for an amount with its currency. */
function amount(name: string, currency: string): Column {
  return {
    title: name,
    of: (row) =>
      fieldOf(row, name) === undefined
        ? undefined
        : `${plain(fieldOf(row, name))} ${plain(fieldOf(row, currency))}`,
  }
}

interface PurchaseOptions {
  readonly status?: string
  readonly order?: string
}

/** Adds the commands about products and purchases to the group `upstreams`. */
export function addPurchaseCommands(upstreams: Command, invocation: Invocation): void {
  const products = upstreams
    .command('products')
    .description('list what an upstream sells now, in the currency of our account')
    .argument('<name>')
  operateList(products, invocation, {
    path: (name: string) => `/upstreams/${segment(name)}/products`,
    columns: PRODUCT_COLUMNS,
  })
  const purchases = upstreams
    .command('purchases')
    .description('list purchases at an upstream, unknown outcomes included, newest first')
    .argument('<name>')
    .addOption(new Option('--status <status>').choices(STATUSES))
    .option('--order <orderId>', 'only for one of our orders')
  operateList<PurchaseOptions>(purchases, invocation, {
    path: (name: string) => `/upstreams/${segment(name)}/purchases`,
    query: ({ status, order }) => ({ status, orderId: order }),
    columns: PURCHASE_COLUMNS,
  })
  addClose(upstreams, invocation)
}

function addClose(upstreams: Command, invocation: Invocation): void {
  const close = upstreams
    .command('close')
    .description('close a purchase whose outcome the upstream does not report')
    .argument('<name>')
    .argument('<reference>', 'as shown by `upstreams purchases`')
    .requiredOption('--reason <text>', 'recorded in the audit log')
  operateAct(close, invocation, (name: string, reference: string) => {
    return `/upstreams/${segment(name)}/purchases/${segment(reference)}/close`
  })
}
