import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/settings/config.ts'
import { startBundledServer, type BundledServer } from '../../src/db/bundled/server.ts'
import { createLog } from '../../src/http/mod.ts'
import { startPostgres } from '../../src/process/postgres.ts'
import { eventually } from '../support/eventually.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { isRoot, makeCheckout, ordinaryUser, type Checkout } from './bundled-checkout.ts'
import { connectTo, query } from './bundled-query.ts'

let checkout: Checkout
let home: string
let dataDir: string
const cleanups: (() => unknown)[] = []

beforeAll(() => {
  checkout = makeCheckout()
})
afterAll(() => checkout.remove())

beforeEach(() => {
  home = fs.mkdtempSync(join(quickDirectory(), 'tessera-data-'))
  dataDir = join(home, 'data')
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  removeDirectory(home)
  fs.chmodSync(checkout.box, 0o700)
})

async function start(dir = dataDir): Promise<BundledServer> {
  const server = await startBundledServer({ dataDir: dir, log: () => undefined })
  cleanups.push(() => server.stop())
  return server
}

async function startService(user?: { uid?: number; gid?: number }) {
  const service = await checkout.start(dataDir, user)
  cleanups.push(() => service.stop())
  return service
}

function postmasterPid(): number {
  return Number.parseInt(fs.readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

/** Returns the user that owns the server's files and runs the server. */
function serverUser(): { uid?: number; gid?: number } {
  const { uid, gid } = fs.statSync(join(dataDir, 'postgres'))
  return isRoot ? { uid, gid } : {}
}

/** Starts a process of the server's user, so that the server can see it. */
function strangerPid(): number {
  const child = spawn('sleep', ['100000'], { ...serverUser(), cwd: '/' })
  cleanups.push(() => child.kill())
  return child.pid ?? 0
}

/** Creates the files that an interrupted first start leaves. */
function interruptFirstStart(): void {
  const { uid, gid } = isRoot ? ordinaryUser : {}
  fs.mkdirSync(join(dataDir, 'postgres.unfinished/base'), { recursive: true })
  fs.mkdirSync(join(dataDir, 'postgres'))
  if (uid && gid) fs.chownSync(join(dataDir, 'postgres.unfinished'), uid, gid)
}

test('an interrupted first start is begun again: a durable server of its own user, on its socket only', async () => {
  interruptFirstStart()

  const server = await start()

  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
  for (const name of names) expect(await query(server, `show ${name}`)).toEqual(['on'])
  expect(await query(server, 'show listen_addresses')).toEqual([''])
  const { mode, uid } = fs.statSync(join(dataDir, 'postgres'))
  expect(mode & 0o777).toBe(0o700)
  // For root a system user that no other service uses.
  const systemUserId = spawnSync('id', ['-u', 'tessera-postgres'], { encoding: 'utf8' }).stdout
  expect(uid).toBe(isRoot ? Number(systemUserId || '65534') : process.getuid?.())
  await expectOnlyItsUser(server)
})

/** Expects that peer authentication is the only rule. */
async function expectOnlyItsUser(server: BundledServer): Promise<void> {
  const rules = 'select type, database, user_name, auth_method from pg_hba_file_rules'
  expect(await query(server, rules)).toEqual(['local', ['all'], ['tessera'], 'peer'])
  const users = 'select distinct sys_name from pg_ident_file_mappings where error is null'
  expect(await query(server, users)).toContain(userInfo().username)
  if (!isRoot) return
  // Only root and the server's user can follow the link to its working directory.
  const host = `/proc/${postmasterPid()}/cwd`
  const as = (user: object) => checkout.reach({ ...server, host }, user)
  expect(as({})).toBe('')
  expect(as(serverUser())).toContain('Peer authentication failed')
}

test('a killed service’s server is ended, and its claim is void even if its process id is reused', async () => {
  copyMigratedDataDir(dataDir)
  const service = await startService()
  await query(service.target, 'create table facts as select 7 as n')
  const orphan = postmasterPid()
  await service.kill()
  expect(process.kill(orphan, 0)).toBe(true)
  const claim = fs.readdirSync(dataDir).find((name) => name.startsWith('service-')) ?? ''
  const reused = claim.replace(/\d+/, String(process.pid))
  fs.renameSync(join(dataDir, claim), join(dataDir, reused))

  const server = await start()

  expect(await query(server, 'select n from facts')).toEqual([7])
  expect(postmasterPid()).not.toBe(orphan)
  const itsLog = fs.readFileSync(join(dataDir, 'postgres.log.1'), 'utf8')
  expect(itsLog).toContain('database system is shut down')
  expect(fs.readdirSync(dataDir)).not.toContain(reused)
})

test('commits survive a stop, two stops at once, and a kill while a statement still runs', async () => {
  copyMigratedDataDir(dataDir)
  const stopped = await start()
  await query(stopped, 'create table facts as select 7 as n')
  await Promise.all([stopped.stop(), stopped.stop()])
  expect(await stopped.exited).toEqual({ code: 0, signal: null })
  await expect(query(stopped, 'select')).rejects.toMatchObject({ code: 'ENOENT' })

  const first = await start()
  expect(await query(first, 'select n from facts')).toEqual([7])
  await query(first, 'update facts set n = 8')
  const busy = await connectTo(first)
  const statement = busy.query('select count(*) from generate_series(1, 1e12)')
  statement.catch(() => undefined)
  const active = "select count(*)::int from pg_stat_activity where query like '%1e12%'"
  await eventually(async () => expect(await query(first, active)).toEqual([2]))
  process.kill(postmasterPid(), 'SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
  await first.stop()

  expect(await query(await start(), 'select n from facts')).toEqual([8])
  await expect(statement).rejects.toThrow('terminat')
})

test('files of another PostgreSQL version are refused in one line, stale files of another process are not', async () => {
  copyMigratedDataDir(dataDir)
  const file = join(dataDir, 'postgres/PG_VERSION')
  const version = fs.readFileSync(file)
  fs.writeFileSync(file, '17\n')
  await expect(start()).rejects.toThrow(/^.* was written by PostgreSQL 17 .*DATABASE_URL$/)
  fs.writeFileSync(file, version)
  const stranger = strangerPid()
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const lines = [stranger, '/elsewhere', 1, 5432, '.', '', ' 1 1', 'ready', '']
    fs.writeFileSync(join(dataDir, 'postgres', name), lines.join('\n'))
  }

  expect(await query(await start(), 'select 1 as n')).toEqual([1])
  expect(process.kill(stranger, 0)).toBe(true)
})

test('of several services on one directory one runs; others are refused in one line that names its process', async () => {
  const services = await Promise.all([startService(), startService(), startService()])

  const running = services.filter((service) => service.target)
  const refused = services.filter((service) => service.error?.includes('already in use'))
  expect([running.length, refused.length]).toEqual([1, 2])
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  const line = `${dataDir} is already in use by another Tessera (pid ${running[0]?.pid})`
  expect((await startService()).error).toBe(line)
  await expect(start()).rejects.toThrow(line)
  expect(await query(running[0]?.target, 'select 1 as n')).toEqual([1])
})

test('a directory whose path is too long for a socket works', async () => {
  dataDir = join(home, ...Array.from({ length: 12 }, () => 'a-directory-deep-down'), 'data')
  copyMigratedDataDir(dataDir)

  for (const value of [1, 2]) {
    const server = await start()
    expect(await query(server, `select ${value} as n`)).toEqual([value])
    await server.stop()
  }
})

test('the checkout and the data may be in a directory that only the owner may enter', async () => {
  dataDir = join(checkout.box, 'data')
  checkout.removeLinks()

  for (const value of [1, 2]) {
    const service = await checkout.start(dataDir)
    expect(service.error).toBeUndefined()
    expect(await query(service.target, `select ${value} as n`)).toEqual([value])
    await service.stop()
  }
})

test('an ordinary user can run the server from packages of another user that lack their links', async () => {
  fs.chmodSync(checkout.box, 0o755)
  checkout.removeLinks()
  if (ordinaryUser.uid) fs.chownSync(home, ordinaryUser.uid, ordinaryUser.gid)
  else fs.chmodSync(join(checkout.packageDir, 'native/lib'), 0o555)

  for (const value of [1, 2]) {
    const service = await checkout.start(dataDir, ordinaryUser)
    expect(service.error).toBeUndefined()
    expect(await query(service.target, `select ${value} as n`)).toEqual([value])
    await service.stop()
  }
  fs.chmodSync(join(checkout.packageDir, 'native/lib'), 0o755)
})

test.each([
  ['no package for the platform', 'dist/index.js', undefined, 'not installed'],
  ['no loader for its programs (musl)', 'native/bin/postgres', '#!/no/loader\n', 'made for glibc'],
])('%s: one line says to set DATABASE_URL', async (_case, name, content, reason) => {
  fs.chmodSync(checkout.box, 0o755)
  const file = join(checkout.packageDir, name)
  const original = fs.readFileSync(file)
  cleanups.push(() => fs.writeFileSync(file, original, { mode: 0o755 }))
  if (content === undefined) fs.unlinkSync(file)
  else fs.writeFileSync(file, content)

  const service = await checkout.start(dataDir)

  expect(service.error).toMatch(new RegExp(`^no bundled PostgreSQL .*${reason}.*DATABASE_URL.*$`))
  expect(service.kind).toBe('NoServerHere')
})

test('a setting above the connection limit of the server is refused in one line, and nothing is started', async () => {
  const log = createLog('silent')
  const environment = { TESSERA_DATA_DIR: dataDir, TESSERA_DB_CONNECTIONS: '283' }
  const starting = startPostgres(loadConfig(environment), log)
  void starting.then((postgres) => cleanups.push(() => postgres.stop())).catch(() => undefined)

  await expect(starting).rejects.toThrow(/^TESSERA_DB_CONNECTIONS and .* at most 286 together.*$/)
  expect(fs.existsSync(dataDir)).toBe(false)
  const elsewhere = loadConfig({ ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  await expect(startPostgres(elsewhere, log)).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/)
})
