import { Option, type Command } from 'commander'
import { currency, decimal, optionalDecimal, optionalWhole } from './arguments.ts'
import { operate, operateWrite, operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { recordWith, tableOf } from './print.ts'

const STATES = ['ON_SALE', 'QUARANTINED', 'RECALLED']
const LOT_COLUMNS = ['lot', 'state', 'imported', 'free', 'held', 'outdated', 'taken', 'createdAt']
const ITEM_COLUMNS = ['orderId', 'partnerId', 'status', 'firstItemNo', 'lastItemNo', 'codes']

/** The actions on a lot. */
const ACTS = {
  quarantine: 'stop the sale of a lot until it is released',
  release: 'return a quarantined lot to sale',
  recall: 'stop the sale of a lot for good',
} as const

/** Adds the command group `lots`. */
export function addLotCommands(program: Command, invocation: Invocation): void {
  const lots = program.command('lots').description('codes that were imported together')
  const list = lots
    .command('list')
    .description("list a product's lots, newest first")
    .argument('<productId>')
    .addOption(new Option('--state <state>').choices(STATES))
  operateList<{ state?: string }>(list, invocation, {
    path: (id: string) => `/products/${segment(id)}/lots`,
    query: ({ state }) => ({ state }),
    columns: LOT_COLUMNS,
  })
  for (const [act, description] of Object.entries(ACTS)) addAct(lots, invocation, act, description)
  addCosts(lots, invocation)
  const orders = lots
    .command('orders')
    .description('list the orders that hold codes of a lot, with the items')
    .argument('<productId>')
    .argument('<lot>')
  operateList(orders, invocation, {
    path: (id: string, lot: string) => `${lotPath(id, lot)}/orders`,
    columns: ITEM_COLUMNS,
  })
}

function addAct(lots: Command, invocation: Invocation, act: string, description: string): void {
  const command = lots
    .command(act)
    .description(description)
    .argument('<productId>')
    .argument('<lot>')
    .requiredOption('--reason <text>', 'recorded in the audit log')
  operateAct(command, invocation, (id: string, lot: string) => `${lotPath(id, lot)}/${act}`)
}

interface CostOptions {
  readonly faceValue?: string
  readonly purchaseOrder?: string
  readonly supplier?: string
  readonly effectiveAt?: string
  readonly corrects?: string
  readonly reason?: string
  readonly dryRun?: true
}

function addCosts(lots: Command, invocation: Invocation): void {
  const set = lots
    .command('cost')
    .description('record what a unit of a lot cost, or correct a cost')
    .argument('<productId>')
    .argument('<lot>')
    .argument('<unitCost>', 'such as 9.40')
    .argument('<currency>', 'ISO 4217 code')
    .option('--face-value <amount>', 'only codes of this face value')
    .option('--purchase-order <text>', 'your number of the order')
    .option('--supplier <name>', 'where it was bought')
    .option('--effective-at <time>', 'such as 2026-01-31T12:00:00Z; default: now')
    .option('--corrects <costNo>', 'the cost to correct; what is not given stays as it was')
    .option('--reason <text>', 'needed for a correction, and for a time in the past')
    .option('--dry-run', 'show what it changes in the margin, but record nothing')
  operateWrite<CostOptions>(set, invocation, {
    request: ({ faceValue, corrects, dryRun, ...options }, id: string, ...args: string[]) => ({
      method: 'POST',
      path: `${lotPath(id, args[0] ?? '')}/costs`,
      query: { dryRun: dryRun && 'true' },
      body: {
        unitCost: decimal('unitCost', args[1] ?? ''),
        currency: currency(args[2] ?? ''),
        faceValue: optionalDecimal('--face-value', faceValue),
        purchaseOrder: options.purchaseOrder,
        supplier: options.supplier,
        effectiveAt: options.effectiveAt,
        corrects: optionalWhole('--corrects', corrects),
        reason: options.reason,
      },
    }),
    view: recordWith({ effects: tableOf(EFFECT_COLUMNS) }),
  })
  const list = lots.command('costs').description('list the costs of a lot, the latest first')
  operate(list.argument('<productId>').argument('<lot>'), invocation, {
    request: (_options, id: string, lot: string) => ({
      method: 'GET',
      path: `${lotPath(id, lot)}/costs`,
    }),
    view: tableOf(COST_COLUMNS),
  })
}

const EFFECT_COLUMNS = ['currency', 'orders', 'codes', 'costBefore', 'costAfter', 'marginChange']
const COST_COLUMNS = [
  'costNo',
  'unitCost',
  'currency',
  'faceValue',
  'supplier',
  'purchaseOrder',
  'effectiveAt',
  'corrects',
  'correctedBy',
  'recordedAt',
]

function lotPath(productId: string, lot: string): string {
  return `/products/${segment(productId)}/lots/${segment(lot)}`
}
