import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cpuSeconds } from './cpu.ts'
import { Operator } from './operator.ts'

const PROJECT = join(import.meta.dirname, '../..')
const ADMIN_TOKEN = 'operator-token-of-the-bench'
const START_SECONDS_MAX = 60

/** A service as an operator would run it, built, in a process and a data directory of its own. */
export interface BenchService {
  readonly url: string
  readonly pid: number
  readonly operator: Operator
  /** Its PostgreSQL, for baselines on the same server, and to read what was stored. */
  readonly target: pg.PoolConfig
  readonly db: pg.Pool
  /** CPU seconds so far of the service and of its PostgreSQL. */
  cpu(): { readonly service: number; readonly postgres: number }
  /** Starts another process of the service on the same database, with settings of its own. */
  another(settings?: Readonly<Record<string, string>>): Promise<AnotherService>
  end(): Promise<void>
}

export interface AnotherService {
  readonly url: string
  readonly pid: number
  end(): Promise<void>
}

interface StartOptions {
  /** Where the service leaves its CPU profile when it ends. */
  readonly profileDir?: string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** The directory of the build: by default that of this code. */
  readonly root?: string
}

export async function startService(options: StartOptions = {}): Promise<BenchService> {
  const { profileDir, settings, root } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
  const flags = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const main = await spawnService({ ...settings, TESSERA_DATA_DIR: dataDir }, { flags, root })
  const postgres = Number.parseInt(
    readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
    10,
  )
  const socket = join(dataDir, 'postgres')
  const target = { host: socket, port: 5432, user: 'tessera', database: 'tessera' }
  const db = new pg.Pool({ ...target, max: 2 })
  const others: ChildProcess[] = []
  return {
    url: main.url,
    pid: main.pid,
    operator: new Operator(main.url, ADMIN_TOKEN),
    target,
    db,
    cpu: () => ({
      service: cpuSeconds(main.pid) - cpuSeconds(postgres),
      postgres: cpuSeconds(postgres),
    }),
    async another(ownSettings = {}) {
      const host = encodeURIComponent(socket)
      const databaseUrl = `postgresql://tessera@localhost/tessera?host=${host}`
      const { child, url, pid } = await spawnService({
        ...ownSettings,
        TESSERA_DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
      })
      others.push(child)
      return { url, pid, end: () => endOf(child) }
    },
    async end() {
      await db.end()
      for (const child of [...others, main.child]) await endOf(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a service on an existing database. */
export interface ServiceElsewhere extends AnotherService {
  readonly operator: Operator
}

export async function startOn(databaseUrl: string): Promise<ServiceElsewhere> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
  const settings = { TESSERA_DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const { child, url, pid } = await spawnService(settings)
  return {
    url,
    pid,
    operator: new Operator(url, ADMIN_TOKEN),
    async end() {
      await endOf(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Distributes an empty database, as an operator does. */
export function distributeDatabase(databaseUrl: string): void {
  const { PATH = '' } = process.env
  execFileSync(process.execPath, ['bin/tessera.js', 'distribute'], {
    cwd: PROJECT,
    env: { PATH, DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  })
}

/** The options that `npm start` of that build passes to Node.js. */
function flagsOfStart(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string }
  }
  return scripts.start.match(/(?<= )--\S+/g) ?? []
}

async function spawnService(
  settings: Readonly<Record<string, string>>,
  { flags = [], root = PROJECT }: { flags?: readonly string[]; root?: string | undefined } = {},
): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const port = await freePort()
  const { PATH = '' } = process.env
  const child = spawn(
    process.execPath,
    [...flags, ...flagsOfStart(root), 'dist/main.js', 'serve'],
    {
      cwd: root,
      env: {
        PATH,
        TESSERA_PORT: String(port),
        TESSERA_ADMIN_TOKEN: ADMIN_TOKEN,
        TESSERA_RATE_LIMIT: '0',
        TESSERA_POLL_LIMIT: '0',
        ...settings,
      },
      // The log is written, as in production, but thrown away.
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url)
  return { child, url, pid: child.pid ?? 0 }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < START_SECONDS_MAX; waited += 0.05) {
    if (child.exitCode !== null) throw new Error('the service ended at its start')
    const ready = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the service was not ready after ${START_SECONDS_MAX} s`)
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
