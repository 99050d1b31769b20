import { once } from 'node:events'
import type { Command } from 'commander'
import { operatorConnection } from './connection.ts'
import { EXIT_FAILURE } from './failure.ts'
import { asJson, operateList, show, type Invocation } from './invocation.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'
import { callOperator, downloadAsOperator } from './operator-api.ts'
import { plain } from './print.ts'
import type { Colors } from './terminal.ts'

/** Adds the command group `audit`. */
export function addAuditCommands(program: Command, invocation: Invocation): void {
  const audit = program.command('audit').description('who did what')
  const list = audit
    .command('list')
    .description('list the audit log, newest first')
    .option('--target <target>', 'only those of one thing, such as partner:7 or product:12')
    .option('--actor <actor>', 'only what one actor did, such as ann@example.com')
  operateList<{ target?: string; actor?: string }>(list, invocation, {
    path: () => '/audit',
    query: ({ target, actor }) => ({ target, actor }),
    columns: ['at', 'actor', 'address', 'action', 'target', 'reason'],
  })
  addVerify(audit, invocation)
  addExport(audit, invocation)
}

interface Range {
  readonly from?: string
  readonly to?: string
}

function ranged(command: Command): Command {
  return command
    .option('--from <day>', 'the first day in UTC, such as 2026-01-31')
    .option('--to <day>', 'a day in UTC, which is not included')
}

function addVerify(audit: Command, invocation: Invocation): void {
  const verify = asJson(ranged(audit.command('verify')))
    .description('verify that no entry was changed, removed or added; exit code 1 if one was')
    .option('--head <head>', 'a head that an earlier verification showed: it must still be there')
  verify.action(async () => {
    const { from, to, head } = verify.opts<Range & { head?: string }>()
    const connection = await operatorConnection(invocation.environment)
    const query = { from, to, head }
    const request = { method: 'GET', path: '/audit/verification', query } as const
    const response = await callOperator(connection, request)
    show(invocation, verify, { response, view: verdict })
    if (fieldOf(response.data, 'intact') !== true) invocation.exitCode = EXIT_FAILURE
  })
}

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

function addExport(audit: Command, { environment, terminal: { stdout } }: Invocation): void {
  ranged(audit.command('export'))
    .description('print the sealed entries as JSON lines, oldest first')
    .action(async (range: Range) => {
      const connection = await operatorConnection(environment)
      const query = new URLSearchParams(Object.entries(range))
      const path = `/audit/export?${query.toString()}`
      const lines: AsyncIterable<Buffer> = await downloadAsOperator(connection, path)
      for await (const bytes of lines) {
        if (!stdout.write(bytes)) await once(stdout, 'drain')
      }
    })
}
