import { InvalidArgumentError, type Command } from 'commander'
import { parseInstant } from '../core/mod.ts'
import { EXIT_FAILURE } from './failure.ts'
import { showReport, type ServiceInvocation } from './invocation.ts'
import { writeLine } from './terminal.ts'

/** Adds the commands `backup`, `restore` and `drill`, for the bundled PostgreSQL. */
export function addBackupCommands(program: Command, invocation: ServiceInvocation): void {
  const { processes, terminal } = invocation
  const log = (message: string): void => writeLine(terminal.stderr, message)
  program
    .command('backup')
    .description('take a base backup to TESSERA_BACKUP_DIR; the service goes on')
    .option(
      '--keep <number>',
      'then keep this number of backups, and delete older ones with their WAL',
      many,
    )
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: { keep?: number } & PrintOptions) => {
      showReport(invocation, json, { report: await processes.backup(options, log) })
    })
  program
    .command('restore')
    .description('restore a backup and the writes after it to a new data directory')
    .argument('<directory>', 'a directory that is empty or does not exist')
    .option('--to <instant>', 'restore to this instant; default: everything', instant)
    .option('--timeline <number>', 'follow this timeline; default: the newest', many)
    .option('--allow-loss', 'restore what is before the first missing or damaged file of the log')
    .option('--json', 'print JSON')
    .addHelpText('after', RESTORE_HELP)
    .action(async (directory: string, { json, ...options }: RestoreOptions & PrintOptions) => {
      showReport(invocation, json, {
        report: await processes.restore({ directory, ...options }, log),
      })
    })
  program
    .command('drill')
    .description('restore the last backup beside, verify it, and print RPO and RTO')
    .option('--json', 'print JSON')
    .action(async ({ json }: PrintOptions) => {
      const report = await processes.drill(log)
      showReport(invocation, json, { report })
      if (!report.isWell) invocation.exitCode = EXIT_FAILURE
    })
}

interface PrintOptions {
  readonly json?: true
}

interface RestoreOptions {
  readonly to?: number
  readonly timeline?: number
  readonly allowLoss?: true
}

function many(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 on.')
}

/** An instant without a time zone would mean a different time on each machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

function instant(text: string): number {
  const at = INSTANT.test(text) ? parseInstant(text) : undefined
  if (at !== undefined) return at
  throw new InvalidArgumentError('It must be an instant such as 2026-01-31T14:03:00Z.')
}

const RESTORE_HELP = `
Whatever was answered before the instant is in the restored database, and nothing after it. If a
file of the log is missing or damaged, nothing is restored without --allow-loss. The
master key is in no backup: set TESSERA_MASTER_KEY, or copy master.key to the new directory.

Example:
  $ tessera restore restored --to 2026-01-31T14:03:00Z
  $ TESSERA_DATA_DIR=restored tessera serve`
