import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { isLong } from '../support/length.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { query } from '../db/bundled-query.ts'
import { commandsOf } from '../docs/commands.ts'
import { readPage } from '../docs/markdown.ts'
import { countAll } from './account-for.ts'
import type { Load, Write } from './load.ts'
import type { LoadedService } from './loaded-service.ts'

const ANSWERS_BETWEEN = isLong ? 2_000 : 24
const RESTORES = isLong ? 5 : 1
/** The instant that the commands of docs/operate/backup.md show. */
const PAGE_INSTANT = '2026-01-31T14:03:00Z'

/** Returns the settings of a service with backups, in a directory of the test. */
export function backupSettings(): Record<string, string> {
  return {
    TESSERA_BACKUP_DIR: join(makeOpenDirectory(), 'backups'),
    TESSERA_MASTER_KEY: randomBytes(32).toString('base64'),
  }
}

/** An instant of the database's clock, and the writes that were acknowledged and sent by then. */
interface Instant {
  readonly text: string
  readonly answered: readonly Write[]
  /** The number of the first write that was sent later. */
  readonly sent: number
}

/** A directory that the user of PostgreSQL may enter. */
function makeOpenDirectory(): string {
  const directory = mkdtempSync(join(quickDirectory(), 'tessera-backup-'))
  chmodSync(directory, 0o711)
  onTestFinished(() => removeDirectory(directory))
  return directory
}

/** Returns an instant that is over: all writes that are sent from now on are later. */
async function passInstant(load: Load, dataDir: string): Promise<Instant> {
  const answered = load.writes.filter(({ answer }) => answer !== undefined)
  const target = {
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'tessera',
    database: 'tessera',
  }
  const [at] = await query(
    target,
    'select ceil(extract(epoch from clock_timestamp()) * 1000)::text',
  )
  await query(target, `select pg_sleep_until(to_timestamp(${Number(at) + 1} / 1000.0))`)
  return { text: new Date(Number(at)).toISOString(), answered, sent: load.writes.length }
}

/** The commands of docs/operate/backup.md, in its order. */
function pageCommands(): [string[], string[], string[], string[]] {
  const [backup = [], pruning = [], drill = [], restore = [], ...more] = commandsOf(
    readPage('docs/operate/backup.md'),
  )
  expect(more).toEqual([])
  return [backup, pruning, drill, restore]
}

/**
 * Kills the service and PostgreSQL, and restores a backup to an instant. Everything acknowledged
 * before the instant is there, and nothing later. The service continues on the last restored
 * directory, without the load. Needs `backupSettings`.
 */
export async function restoreInstant(loaded: LoadedService): Promise<void> {
  const { load, dataDir } = loaded
  const home = makeOpenDirectory()
  const [backup, pruning, drill, restore] = pageCommands()
  await load.grows(ANSWERS_BETWEEN)
  expect(await loaded.run(backup)).toMatchObject({ code: 0, stderr: '' })

  const instants: Instant[] = []
  for (let round = 1; round <= RESTORES; round += 1) {
    await load.grows(ANSWERS_BETWEEN)
    instants.push(await passInstant(load, dataDir))
  }
  expect(await loaded.run(pruning)).toMatchObject({ code: 0, stderr: '' })
  const drilled = await loaded.run([...drill, '--json'])
  expect(drilled).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(drilled.stdout)).toMatchObject({ isWell: true, differences: 0, faults: [] })
  expect(JSON.parse(drilled.stdout).codesOpened).toBeGreaterThan(0)
  await load.grows(ANSWERS_BETWEEN)
  const postmaster = loaded.postmaster()
  await loaded.end('SIGKILL')
  if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
  await load.end()

  for (const [round, instant] of instants.entries()) {
    const directory = join(home, `restored-${round}`)
    const words = restore.map(
      (word) => ({ restored: directory, [PAGE_INSTANT]: instant.text })[word] ?? word,
    )
    // The newest history belongs to the service that was restored before.
    const argv = round > 0 ? [...words, '--timeline', '1'] : words
    if (round > 0) await loaded.end('SIGTERM')
    expect(await loaded.run(argv)).toMatchObject({ code: 0, stderr: '' })
    await loaded.startAgain(directory)
    const counted = await countAll(load.writes, loaded)
    const isThere = (write: Write): boolean => counted(write) > 0
    expect(instant.answered.filter((write) => !isThere(write))).toEqual([])
    expect(load.writes.slice(instant.sent).filter(isThere)).toEqual([])
    if (round === instants.length - 1) {
      for (const write of load.writes) if (!isThere(write)) write.answer = undefined
    }
    const refused = await loaded.run(argv)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
  }
}
