import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, loadConfig } from '../../src/settings/config.ts'
import { createLog } from '../../src/http/mod.ts'
import { startPostgres } from '../../src/process/postgres.ts'
import { freshDatabase } from '../support/database.ts'
import { databaseUrlOf } from '../support/database-url.ts'
import { startService } from '../support/service.ts'
import { startTransactionPooler } from '../support/transaction-pooler.ts'
import { freePort } from '../support/free-port.ts'

const log = createLog('silent')

function asValues(values: object): PropertyDescriptorMap {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, { ...Object.getOwnPropertyDescriptor(process, name), value: value as unknown }]
  })
  return Object.fromEntries(entries) as PropertyDescriptorMap
}

async function databaseAs(user: string, database?: string): Promise<string> {
  const { target, drop } = await freshDatabase()
  onTestFinished(drop)
  return databaseUrlOf(target, { user, ...(database !== undefined && { database }) })
}

test.each([
  ['nobody listens', () => Promise.resolve('postgres://a:secret@127.0.0.1:1/a')],
  ['there is no host', () => Promise.resolve('postgres://a:secret@[/a')],
  ['there is no such user', () => databaseAs('nobody_known')],
  ['there is no such database', () => databaseAs('tessera', 'nothing_there')],
])('where %s the start ends with one line that names DATABASE_URL', async (_name, urlOf) => {
  const starting = startPostgres({ ...loadConfig({}), databaseUrl: await urlOf() }, log)

  await expect(starting).rejects.toThrow(/^DATABASE_URL: (?!.*secret)[^\n]+$/)
  await expect(starting).rejects.toBeInstanceOf(ConfigError)
})

test('a pooler in transaction mode ends the start with a line that says so, whatever its settings', async () => {
  const { target, drop } = await freshDatabase()
  onTestFinished(drop)
  if (!('host' in target)) throw new Error('tests run on a server of their own')
  const pooler = await startTransactionPooler(target)
  onTestFinished(() => pooler.close())

  const starting = startPostgres({ ...loadConfig({}), databaseUrl: pooler.connectionString }, log)

  await expect(starting).rejects.toThrow(
    /^DATABASE_URL must [^\n]+ PgBouncer in transaction or statement mode$/,
  )
})

test('a database that is reached without a pooler is accepted', async () => {
  const databaseUrl = await databaseAs('tessera')

  await expect(startPostgres({ ...loadConfig({}), databaseUrl }, log)).resolves.toBeDefined()
})

test('a directory for backups is refused beside DATABASE_URL, because it would stay empty', async () => {
  const settings = { databaseUrl: await databaseAs('tessera'), backupDir: '/backups' }

  const starting = startPostgres({ ...loadConfig({}), ...settings }, log)

  await expect(starting).rejects.toThrow(/^TESSERA_BACKUP_DIR is for the bundled PostgreSQL/)
})

test('a directory for backups that cannot be made ends the start with a line that names it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tessera-start-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  writeFileSync(join(home, 'file'), '')
  const settings = { dataDir: join(home, 'data'), backupDir: join(home, 'file/backups') }

  const starting = startPostgres({ ...loadConfig({}), ...settings }, log)

  await expect(starting).rejects.toThrow(/^TESSERA_BACKUP_DIR: [^\n]+$/)
})

test('a data directory that is a file ends the start with a line that names the setting', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tessera-start-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const dataDir = join(home, 'file')
  writeFileSync(dataDir, '')

  const starting = startPostgres({ ...loadConfig({}), dataDir }, log)

  await expect(starting).rejects.toThrow(/^TESSERA_DATA_DIR: [^\n]+$/)
})

test('the refusal to run as root names no setting', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { platform, getuid } = process
  onTestFinished(() => void Object.defineProperties(process, asValues({ platform, getuid })))
  Object.defineProperties(process, asValues({ platform: 'darwin', getuid: () => 0 }))

  const starting = startPostgres({ ...loadConfig({}), dataDir }, log)

  await expect(starting).rejects.toThrow(/^PostgreSQL does not run as root: [^\n]+$/)
})

test('an address in use ends the start with a line that names its settings', async () => {
  const { url, another } = await startService()

  const starting = another({ port: Number(new URL(url).port) })

  await expect(starting).rejects.toThrow(/^TESSERA_HOST, TESSERA_PORT: [^\n]+EADDRINUSE[^\n]+$/)
})

test("an operator's address in use ends the start, and nothing listens afterwards", async () => {
  const { url, another } = await startService()
  const adminPort = Number(new URL(url).port)
  const port = await freePort()

  await expect(another({ port, adminPort })).rejects.toThrow(
    /^TESSERA_ADMIN_HOST, TESSERA_ADMIN_PORT: [^\n]+EADDRINUSE[^\n]+$/,
  )
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed')
})
