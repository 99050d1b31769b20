import type { Command } from 'commander'
import { operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'

const LOT_COLUMNS = ['lot', 'state', 'imported', 'free', 'held', 'outdated', 'taken', 'createdAt']
const ITEM_COLUMNS = ['orderId', 'partnerId', 'status', 'firstItemNo', 'lastItemNo', 'codes']

/** What can be done to a lot. */
const ACTS = {
  quarantine: 'take what is left of a lot off sale, until it is released',
  release: 'put a quarantined lot on sale again',
  recall: 'take what is left of a lot off sale for good',
} as const

/** lots: codes that were imported together. */
export function addLotCommands(program: Command, invocation: Invocation): void {
  const lots = program.command('lots').description('codes that were imported together')
  const list = lots.command('list').description("a product's lots, newest first")
  operateList(list.argument('<productId>'), invocation, {
    path: (id: string) => `/products/${segment(id)}/lots`,
    columns: LOT_COLUMNS,
  })
  for (const [act, description] of Object.entries(ACTS)) addAct(lots, invocation, act, description)
  const orders = lots
    .command('orders')
    .description('which orders hold codes of a lot, and in which items')
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
    .requiredOption('--reason <text>', 'kept in the audit')
  operateAct(command, invocation, (id: string, lot: string) => `${lotPath(id, lot)}/${act}`)
}

function lotPath(productId: string, lot: string): string {
  return `/products/${segment(productId)}/lots/${segment(lot)}`
}
