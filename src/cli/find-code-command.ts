import { UsageFailure } from './failure.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { tableOf, type View } from './print.ts'
import { readSource } from './sources.ts'

const places: View = (data, colors) => {
  if (Array.isArray(data) && data.length === 0) return 'not found'
  return tableOf([
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
    'supplier',
    'supplierOrderId',
  ])(data, colors)
}

/** The command `codes find`, which reads one code from the standard input. */
export const FIND_CODE = operation('findCode', {
  about: 'find the product, lot, order and item of a code, without showing it',
  fields: { code: false, orderId: 'also compare the items of this order, for generated codes' },
  takesKey: false,
  extend: (command) =>
    void command.argument('<input>', '-: the code is read from the standard input'),
  async request({ body }, { command, invocation }) {
    // Every process can see arguments, and shells store them. The error does not repeat the code
    // either.
    if (command.args[0] !== '-') {
      throw new UsageFailure('give a hyphen, and the code on the standard input')
    }
    const code = (await readSource('-', invocation.terminal)).toString('utf8').trim()
    if (code === '') throw new UsageFailure('no code was given on the standard input')
    return requestOf('findCode', { body: { ...body, code } })
  },
  view: places,
  examples: `
Examples:
  $ tessera codes find - < code.txt
  $ tessera codes find -        type the code, then Enter and Ctrl-D`,
})
