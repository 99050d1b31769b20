import type { Command } from 'commander'
import { isoTime, parseInstant } from '../core/mod.ts'
import { EXIT_FAILURE, UsageFailure } from './failure.ts'
import { showReport, type Invocation } from './invocation.ts'
import { tableOf } from './print.ts'

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
      showReport(invocation, json, { report: archived })
    })
  archive
    .command('verify')
    .description('compare the files of an archive with their seals and with the database')
    .argument('<path>', 'a directory, or one file of it')
    .action(async (path: string) => {
      const report = await processes.verifyArchive(path)
      showReport(invocation, archive.opts<Printed>().json, { report })
      if (!report.isWell) invocation.exitCode = EXIT_FAILURE
    })
  archive
    .command('list')
    .description('list the files of an archive, without verifying them')
    .argument('<directory>')
    .action(async (directory: string) => {
      const listed = await processes.listArchive(directory)
      const view = tableOf(COLUMNS)
      showReport(invocation, archive.opts<Printed>().json, { report: listed, view })
    })
}

const COLUMNS = ['partnerId', 'first', 'last', 'firstAt', 'lastAt', 'file']

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
