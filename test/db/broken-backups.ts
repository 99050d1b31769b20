import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../../src/settings/config.ts'
import { systemClock } from '../../src/core/mod.ts'
import {
  restoreCluster,
  startBundledServer,
  takeBaseBackup,
  writeNote,
  type BundledServer,
} from '../../src/db/bundled/server.ts'
import { connect } from '../../src/db/mod.ts'
import { openConfiguredVault } from '../../src/process/open-configured-vault.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { connectTo, query } from './bundled-query.ts'

export const MASTER_KEY = randomBytes(32).toString('base64')

const log = (): void => undefined
/** About five segments, whose records reach from one into the next. */
const WRITES = `insert into probe select repeat(md5(n::text), 20) from generate_series(1, 16000) n`
const SEGMENT = /^[0-9A-F]{24}$/

/** A directory of backups without a fault. */
export interface SoundBackups {
  readonly dir: string
  /** The base backup below `base`. */
  readonly base: string
  /** The segments of each timeline, from the first that the base backup needs on. */
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/** Backs a database up, restores it, and writes more, so that its log has two timelines. */
export async function makeSoundBackups(home: string): Promise<SoundBackups> {
  const dir = join(home, 'backups')
  const dataDir = join(home, 'data')
  copyMigratedDataDir(dataDir)
  const archive = { backupDir: dir, seconds: 60 }
  const server = await startBundledServer({ dataDir, archive, log })
  await makeKeys(server)
  await query(server, 'create table probe (text text)')
  const client = await connectTo(server)
  const clusterDir = join(dataDir, 'postgres')
  const { firstSegment } = await takeBaseBackup({ client, clusterDir, backupDir: dir })
  await client.end()
  await query(server, WRITES)
  await server.stop()

  const restored = join(home, 'restored')
  const everything = { to: undefined, timeline: undefined, lostDataDir: undefined }
  const options = { backupDir: dir, dataDir: restored, ...everything, log }
  await restoreCluster({ ...options, tolerates: 'nothing' })
  const another = await startBundledServer({ dataDir: restored, archive, log })
  await query(another, WRITES)
  await another.stop()
  const names = fs.readdirSync(join(dir, 'wal')).filter((name) => SEGMENT.test(name))
  const second = names.filter((name) => name.startsWith('00000002')).toSorted()
  await writeNote(dir, 'archived', { segment: second.at(-1) ?? '', at: new Date().toISOString() })
  const first = names.filter((name) => name.startsWith('00000001') && name >= firstSegment)
  const [base = ''] = fs.readdirSync(join(dir, 'base'))
  return { dir, base: join('base', base), first: first.toSorted(), second }
}

/** The service makes its keys when it first starts. */
async function makeKeys({ host, port, user, database }: BundledServer): Promise<void> {
  const target = { host, port, user, database }
  const db = connect(target, { connectionsMax: 2, onIdleError: () => undefined })
  const config = { ...loadConfig({}), masterKey: Buffer.from(MASTER_KEY, 'base64') }
  try {
    await openConfiguredVault({ config, clock: systemClock }, db)
  } finally {
    await db.close()
  }
}

/** A copy of the directory. It shares the files of the original until it replaces them. */
export class BrokenBackups {
  readonly dir: string

  constructor({ dir }: SoundBackups) {
    this.dir = fs.mkdtempSync(`${dir}-`)
    execFileSync('cp', ['-al', `${dir}/.`, this.dir])
  }

  read(path: string): Buffer {
    return fs.readFileSync(join(this.dir, path))
  }

  write(path: string, content: string | Buffer): void {
    this.remove(path)
    fs.writeFileSync(join(this.dir, path), content)
  }

  remove(path: string): void {
    fs.rmSync(join(this.dir, path), { recursive: true, force: true })
  }

  flipBit(path: string, at: number): void {
    const bytes = this.read(path)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    this.write(path, bytes)
  }
}
