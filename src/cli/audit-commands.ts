import { group } from './invocation.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'
import { download, operation } from './operation.ts'
import { plain } from './print.ts'
import type { Colors } from './terminal.ts'

const RANGE = { from: { flags: '--from <day>' }, to: { flags: '--to <day>' } } as const

export const AUDIT = group('who did what', {
  list: operation('listAudit', {
    about: 'list the audit log, newest first',
    columns: ['at', 'actor', 'address', 'action', 'target', 'reason'],
  }),
  verify: operation('verifyAudit', {
    about: 'verify that no entry was changed, removed or added; exit code 1 if one was',
    fields: RANGE,
    view: verdict,
    isFailure: (data) => fieldOf(data, 'intact') !== true,
  }),
  export: download('exportAudit', {
    about: 'print the sealed entries as JSON lines, oldest first',
    fields: RANGE,
  }),
})

function verdict(data: JsonValue, colors: Colors): string {
  const count = (name: string): string => `${name} ${plain(fieldOf(data, name) ?? 0)}`
  const extent = ['days', 'entries', 'late'].map(count).join(', ')
  const head = textOf(fieldOf(data, 'head'))
  const lines = head === undefined ? [] : [`head ${head}`]
  if (fieldOf(data, 'intact') === true) {
    return [`${colors.green('intact')}: ${extent}`, ...lines].join('\n')
  }
  const fault = fieldOf(data, 'fault')
  const where = ['day', 'place', 'auditId'].flatMap((name) => {
    const value = fieldOf(fault, name)
    return value === undefined ? [] : [`${name} ${plain(value)}`]
  })
  const what = [...where, textOf(fieldOf(fault, 'message'))].join(', ')
  return [`${colors.red('NOT intact')}: ${what}`, `before it: ${extent}`].join('\n')
}
