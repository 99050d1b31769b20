import type { Command } from 'commander'
import { UsageFailure } from './failure.ts'
import { operate, type Invocation } from './invocation.ts'
import { tableOf, type View } from './print.ts'
import { readSource } from './sources.ts'

const COLUMNS = [
  'productId',
  'lot',
  'state',
  'orderId',
  'itemNo',
  'caseId',
  'isReplacement',
  'replacementLot',
  'partnerId',
  'clientReference',
  'itemReference',
  'orderStatus',
  'upstream',
  'upstreamOrderId',
]

const places: View = (data, colors) => {
  if (Array.isArray(data) && data.length === 0) return 'not found'
  return tableOf(COLUMNS)(data, colors)
}

/** Adds the command `codes find`, which reads one code from the standard input. */
export function addFindCode(codes: Command, invocation: Invocation): void {
  const find = codes
    .command('find')
    .description('find the product, lot, order and item of a code, without showing it')
    .argument('<input>', '-: the code is read from the standard input')
    .option('--order <orderId>', 'also compare the items of this order, for generated codes')
    .option('--reason <text>', 'recorded in the audit log')
    .addHelpText('after', EXAMPLES)
  operate<{ order?: string; reason?: string }>(find, invocation, {
    request: async ({ order: orderId, reason }, source: string) => {
      // Every process can see arguments, and shells keep them. So the code is not repeated either.
      if (source !== '-') {
        throw new UsageFailure('give a hyphen, and the code on the standard input')
      }
      const code = (await readSource('-', invocation.terminal)).toString('utf8').trim()
      if (code === '') throw new UsageFailure('no code was given on the standard input')
      return { method: 'POST', path: '/codes/find', body: { code, orderId, reason } }
    },
    view: places,
  })
}

const EXAMPLES = `
Examples:
  $ tessera codes find - < code.txt
  $ tessera codes find -        type the code, then Enter and Ctrl-D`
