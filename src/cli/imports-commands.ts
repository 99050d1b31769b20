import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Option, type Command } from 'commander'
import { operatorConnection, type OperatorConnection } from './connection.ts'
import { operate, operateList, type Invocation } from './invocation.ts'
import { downloadAsOperator, segment } from './operator-api.ts'
import { record } from './print.ts'

const STATES = ['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED']
const COLUMNS = [
  'importId',
  'lot',
  'dryRun',
  'state',
  'imported',
  'duplicates',
  'rejectedCount',
  'bytesRead',
  'bytesTotal',
  'startedAt',
]

interface ImportName {
  readonly productId: string
  readonly importId: string
}

/** Adds the command group `imports`. */
export function addImportsCommands(program: Command, invocation: Invocation): void {
  const imports = program.command('imports').description('imports of codes, finished and running')
  const list = imports
    .command('list')
    .description("list a product's imports, newest first")
    .argument('<productId>')
    .addOption(new Option('--state <state>').choices(STATES))
  operateList<{ state?: string }>(list, invocation, {
    path: (id: string) => `/products/${segment(id)}/imports`,
    query: ({ state }) => ({ state }),
    columns: COLUMNS,
  })
  const shown = imports.command('show').description('show one import and its progress')
  operate(shown.argument('<productId>').argument('<importId>'), invocation, {
    request: (_options, productId: string, importId: string) => ({
      method: 'GET',
      path: importPath({ productId, importId }),
    }),
    view: record,
  })
  imports
    .command('report')
    .description('print every line that stored no new code, with the reason, as CSV')
    .argument('<productId>')
    .argument('<importId>')
    .action(async (productId: string, importId: string) => {
      const { environment, terminal } = invocation
      const path = reportPath({ productId, importId })
      const report = await downloadAsOperator(await operatorConnection(environment), path)
      for await (const bytes of report as AsyncIterable<Buffer>) {
        if (!terminal.stdout.write(bytes)) await once(terminal.stdout, 'drain')
      }
    })
}

/** Writes the report of an import to a file. */
export async function saveReport(
  connection: OperatorConnection,
  name: ImportName,
  file: string,
): Promise<void> {
  const report = await downloadAsOperator(connection, reportPath(name))
  await pipeline(report, createWriteStream(file))
}

function importPath({ productId, importId }: ImportName): string {
  return `/products/${segment(productId)}/imports/${segment(importId)}`
}

function reportPath(name: ImportName): string {
  return `${importPath(name)}/report`
}
