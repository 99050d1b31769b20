import type { Command } from 'commander'
import { wholeNumber } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operate, operateWrite, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record, recordWith, tableOf } from './print.ts'

const LEVEL_COLUMNS = ['free', 'isLow', 'dailySales', 'daysLeft', 'expiringSoon']
const PLACE_COLUMNS = ['withheld', 'expired', 'quarantined', 'recalled', 'reserved', 'sold']

/** Adds the command group `stock`. */
export function addStockCommands(program: Command, invocation: Invocation): void {
  const stock = program
    .command('stock')
    .description('imported codes: what is left, and how long it lasts')
  addList(stock, invocation)
  operate(
    stock
      .command('show')
      .description('show the stock of a product, by face value')
      .argument('<productId>'),
    invocation,
    {
      request: (_options, id: string) => ({ method: 'GET', path: stockPath(id) }),
      view: recordWith({ faceValues: tableOf(['faceValue', ...LEVEL_COLUMNS, ...PLACE_COLUMNS]) }),
    },
  )
  operate(stock.command('defaults').description('show the default stock policy'), invocation, {
    request: () => ({ method: 'GET', path: '/stock/defaults' }),
    view: record,
  })
  addUpdate(stock, invocation)
}

function addList(stock: Command, invocation: Invocation): void {
  const list = stock
    .command('list')
    .description('list the stock of every product by face value')
    .option('--brand <text>', 'only those whose brand has this part')
    .option('--low', 'only those that are low on stock')
  operateList<{ brand?: string; low?: true }>(list, invocation, {
    path: () => '/stock',
    query: ({ brand, low }) => ({ brand, low: low && 'true' }),
    columns: ['productId', 'brand', 'faceValue', 'currency', ...LEVEL_COLUMNS],
  })
}

interface UpdateOptions {
  readonly expiryMarginSeconds?: string
  readonly lowStockThreshold?: string
  readonly reason?: string
}

function addUpdate(stock: Command, invocation: Invocation): void {
  const update = stock
    .command('update')
    .description('change the stock policy of a product, or the default')
    .argument('<productId>', 'or: defaults')
    .option('--expiry-margin-seconds <number>', 'sell no code that expires sooner; or: default')
    .option('--low-stock-threshold <number>', 'a face value with fewer is low; or: default')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<UpdateOptions>(update, invocation, {
    request: ({ expiryMarginSeconds, lowStockThreshold, reason }, id: string) => {
      if (expiryMarginSeconds === undefined && lowStockThreshold === undefined) {
        throw new UsageFailure('nothing to change: give at least one option')
      }
      return {
        method: 'PATCH',
        path: id === 'defaults' ? '/stock/defaults' : stockPath(id),
        body: {
          expiryMarginSeconds: numberOrNull('--expiry-margin-seconds', expiryMarginSeconds),
          lowStockThreshold: numberOrNull('--low-stock-threshold', lowStockThreshold),
          reason,
        },
      }
    },
    view: record,
  })
}

function numberOrNull(name: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return text === 'default' ? null : wholeNumber(name, text)
}

function stockPath(productId: string): string {
  return `/products/${segment(productId)}/stock`
}
