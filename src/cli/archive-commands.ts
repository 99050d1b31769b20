import type { Command } from 'commander'
import { isoTime, parseInstant } from '../core/mod.ts'
import { EXIT_FAILURE, UsageFailure } from './failure.ts'
import { showReport, type ServiceInvocation } from './invocation.ts'
import { tableOf } from './print.ts'

interface PrintOptions {
  readonly json?: true
}

/** Adds the command `archive`, which works beside the service, and its subcommands. */
export function addArchiveCommands(program: Command, invocation: ServiceInvocation): void {
  const { processes } = invocation
  const archive = program
    .command('archive')
    .description('copy old transfers to sealed files, and remove them once they are safe')
    .option('--before <day>', 'transfers from before this day in UTC, such as 2026-01-31')
    .option('--to <directory>', 'the directory of the files, including those of earlier runs')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ before, to, json }: { before?: string; to?: string } & PrintOptions) => {
      if (before === undefined || to === undefined) {
        throw new UsageFailure('--before and --to are required')
      }
      const archived = await processes.archive({ directory: to, before: dayOf(before) })
      showReport(invocation, json, { report: archived })
    })
  addRemove(archive, invocation)
  archive
    .command('verify')
    .description('compare the files of an archive with their seals and with the database')
    .argument('<path>', 'a directory, or one file of it')
    .action(async (path: string) => {
      const report = await processes.verifyArchive(path)
      showReport(invocation, archive.opts<PrintOptions>().json, { report })
      if (!report.isWell) invocation.exitCode = EXIT_FAILURE
    })
  archive
    .command('list')
    .description('list the files of an archive, without verifying them')
    .argument('<directory>')
    .action(async (directory: string) => {
      const listed = await processes.listArchive(directory)
      const view = tableOf(COLUMNS)
      showReport(invocation, archive.opts<PrintOptions>().json, { report: listed, view })
    })
}

function addRemove(archive: Command, invocation: ServiceInvocation): void {
  archive
    .command('remove')
    .description('remove archived credits and debits of wallets from the database')
    .argument('<directory>', 'the files of all earlier runs')
    .option('--before <day>', 'rows from before this day in UTC, at least 31 days ago')
    .option('--confirm <day>', 'the same day again; removed rows remain in the files only')
    .action(async (directory: string, { confirm }: { confirm?: string }) => {
      // The parent has an option of the same name, which takes the value.
      const { before, json } = archive.opts<{ before?: string } & PrintOptions>()
      if (before === undefined) throw new UsageFailure('--before is required')
      const day = dayOf(before)
      if (confirm !== before) {
        throw new UsageFailure(
          'removed rows remain in the files only; verify the files and their copies, then add ' +
            `--confirm ${before}`,
        )
      }
      const removed = await invocation.processes.removeArchived({ directory, before: day })
      showReport(invocation, json, { report: removed })
    })
}

const COLUMNS = ['partnerId', 'first', 'last', 'firstAt', 'lastAt', 'file']

function dayOf(text: string): number {
  const at = parseInstant(`${text}T00:00:00Z`)
  if (at !== undefined && isoTime(at).startsWith(`${text}T`)) return at
  throw new UsageFailure('--before must be a day such as 2026-01-31')
}

const HELP = `
The service must run: its settings name the database and the master key. Repeat a run that was
interrupted. Verify the ledger first.

Examples:
  $ tessera ledger verify
  $ tessera archive --before 2026-01-01 --to /mnt/archive
  $ tessera archive verify /mnt/archive
  $ tessera archive remove /mnt/archive --before 2026-01-01 --confirm 2026-01-01`
