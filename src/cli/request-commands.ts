import { group } from './invocation.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'
import { operation } from './operation.ts'
import { record, type View } from './print.ts'
import { printable } from './terminal.ts'

export const REQUEST_COLUMNS = [
  'at',
  'requestId',
  'partnerId',
  'clientId',
  'method',
  'path',
  'status',
  'code',
  'failedCheck',
  'ms',
  'address',
] as const

/** Shows each line of the text to sign on a line of its own. */
const request: View = (data, colors) => {
  const toSign = textOf(fieldOf(data, 'stringToSign'))
  if (toSign === undefined) return record(data, colors)
  const rest = Object.entries(data ?? {}).filter(([name]) => name !== 'stringToSign')
  const lines = toSign.split('\n').map((line) => printable(line))
  return [
    record(Object.fromEntries(rest) as JsonValue, colors),
    '',
    colors.bold('stringToSign'),
    ...lines,
  ].join('\n')
}

export const REQUESTS = group('signed requests of the last days', {
  list: operation('listRequests', {
    about: 'list signed requests, newest first',
    fields: { clientId: 'of one credential' },
    columns: REQUEST_COLUMNS,
  }),
  show: operation('getRequest', {
    about: 'show one request, and what a refused signature should have signed',
    fields: { requestId: 'x-request-id of the response' },
    view: request,
  }),
})
