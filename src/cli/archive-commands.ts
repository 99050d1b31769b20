import type { Command } from 'commander'
import { isoTime, parseInstant } from '../core/mod.ts'
import { EXIT_FAILURE, UsageFailure } from './failure.ts'
import type { Invocation } from './invocation.ts'
import { pretty, type JsonValue } from './json.ts'
import { record, tableOf, type View } from './print.ts'
import { colorsFor, writeLine } from './terminal.ts'

interface Printed {
  readonly json?: true
}

/** Adds the command `archive`, which works beside the service, and what is below it. */
export function addArchiveCommands(program: Command, invocation: Invocation): void {
  const { processes } = invocation
  const archive = program
    .command('archive')
    .description('copy old transfers to sealed files; the database keeps them')
    .option('--before <day>', 'those from before this day in UTC, such as 2026-01-31')
    .option('--to <directory>', 'where the files are, those of earlier runs too')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ before, to, json }: { before?: string; to?: string } & Printed) => {
      if (before === undefined || to === undefined) {
        throw new UsageFailure('--before and --to are required')
      }
      const archived = await processes.archive({ directory: to, before: dayOf(before) })
      print(invocation, json, { of: archived, view: record })
    })
  archive
    .command('verify')
    .description('compare the files of an archive with their seals and with the database')
    .argument('<path>', 'a directory, or one file of it')
    .action(async (path: string) => {
      const report = await processes.verifyArchive(path)
      print(invocation, archive.opts<Printed>().json, { of: report, view: record })
      if (!report.isWell) invocation.exitCode = EXIT_FAILURE
    })
  archive
    .command('list')
    .description('list the files of an archive, without verifying them')
    .argument('<directory>')
    .action(async (directory: string) => {
      const listed = await processes.listArchive(directory)
      print(invocation, archive.opts<Printed>().json, { of: listed, view: tableOf(COLUMNS) })
    })
}

const COLUMNS = ['partnerId', 'first', 'last', 'firstAt', 'lastAt', 'file']

function print(
  { terminal }: Invocation,
  json: true | undefined,
  { of, view }: { readonly of: object; readonly view: View },
): void {
  const data = JSON.parse(JSON.stringify(of)) as JsonValue
  writeLine(terminal.stdout, json ? pretty(data) : view(data, colorsFor(terminal.stdout)))
}

function dayOf(text: string): number {
  const at = parseInstant(`${text}T00:00:00Z`)
  if (at !== undefined && isoTime(at).startsWith(`${text}T`)) return at
  throw new UsageFailure('--before must be a day such as 2026-01-31')
}

const HELP = `
The service must run: its settings name the database and the master key. A run that was interrupted
is given again. Verify the ledger first.

Examples:
  $ tessera ledger verify
  $ tessera archive --before 2026-01-01 --to /mnt/archive
  $ tessera archive verify /mnt/archive`
