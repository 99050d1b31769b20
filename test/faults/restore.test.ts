import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../support/length.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { query } from '../db/bundled-query.ts'
import { commandsOf } from '../docs/commands.ts'
import { readPage } from '../docs/markdown.ts'
import { accountFor, countAll } from './account-for.ts'
import { makeFixture } from './fixture.ts'
import { Load, type Write } from './load.ts'
import { makeInstallation } from './service-process.ts'

const LANES = isLong ? 64 : 12
const ANSWERS_BETWEEN = isLong ? 2_000 : 40
/** A backup and a drill take seconds: without pauses, thousands of writes would be checked. */
const IDLE_PAUSE_MS = isLong ? 0 : 500
const RESTORES = isLong ? 5 : 1
const TIMEOUT_MS = 600_000
/** The instant of the page. */
const SHOWN = '2026-01-31T14:03:00Z'

/** An instant of the database's clock, and what had been answered and sent by then. */
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

/** Returns when the instant is over: writes that are sent from now on are later. */
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
function shownCommands(): [string[], string[], string[], string[]] {
  const [backup = [], pruning = [], drill = [], restore = [], ...more] = commandsOf(
    readPage('docs/operate/backup.md'),
  )
  expect(more).toEqual([])
  return [backup, pruning, drill, restore]
}

test(
  'kill -9 under load, restored to an instant: what was answered by then is there, nothing later',
  { timeout: TIMEOUT_MS },
  async () => {
    const home = makeOpenDirectory()
    const installation = makeInstallation()
    const { dataDir } = installation
    const settings = {
      TESSERA_BACKUP_DIR: join(home, 'backups'),
      TESSERA_MASTER_KEY: randomBytes(32).toString('base64'),
    }
    const [backup, pruning, drill, restore] = shownCommands()
    const service = await installation.start(settings)
    const fixture = await makeFixture(service.url)
    const load = new Load(fixture, service.url, { lanes: LANES, idlePauseMs: IDLE_PAUSE_MS })
    await load.grows(ANSWERS_BETWEEN)
    expect(await installation.run(backup, settings)).toMatchObject({ code: 0, stderr: '' })

    const instants: Instant[] = []
    for (let round = 1; round <= RESTORES; round += 1) {
      await load.grows(ANSWERS_BETWEEN)
      instants.push(await passInstant(load, dataDir))
    }
    expect(await installation.run(pruning, settings)).toMatchObject({ code: 0, stderr: '' })
    const drilled = await installation.run([...drill, '--json'], settings)
    expect(drilled).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(drilled.stdout)).toMatchObject({ isWell: true, differences: 0, faults: [] })
    expect(JSON.parse(drilled.stdout).codesOpened).toBeGreaterThan(0)
    await load.grows(ANSWERS_BETWEEN)
    const postmaster = installation.postmaster()
    await service.end('SIGKILL')
    if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
    await load.end()

    for (const [round, instant] of instants.entries()) {
      const directory = join(home, `restored-${round}`)
      const argv = restore.map(
        (word) => ({ restored: directory, [SHOWN]: instant.text })[word] ?? word,
      )
      expect(await installation.run(argv, settings)).toMatchObject({ code: 0, stderr: '' })
      const next = await installation.start({ ...settings, TESSERA_DATA_DIR: directory })
      const counted = await countAll(load.writes, { dataDir: directory })
      const isThere = (write: Write): boolean => counted(write) > 0
      expect(instant.answered.filter((write) => !isThere(write))).toEqual([])
      expect(load.writes.slice(instant.sent).filter(isThere)).toEqual([])
      if (round === instants.length - 1) {
        for (const write of load.writes) if (!isThere(write)) write.answer = undefined
        await accountFor(load, fixture, { url: next.url, dataDir: directory })
      }
      await next.end('SIGTERM')
      const refused = await installation.run(argv, settings)
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
    }
  },
)
