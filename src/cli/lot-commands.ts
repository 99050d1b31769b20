import type { Command } from 'commander'
import { operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'

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
  const list = lots.command('list').description("list a product's lots, newest first")
  operateList(list.argument('<productId>'), invocation, {
    path: (id: string) => `/products/${segment(id)}/lots`,
    columns: LOT_COLUMNS,
  })
  for (const [act, description] of Object.entries(ACTS)) addAct(lots, invocation, act, description)
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

function lotPath(productId: string, lot: string): string {
  return `/products/${segment(productId)}/lots/${segment(lot)}`
}
