import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBundledServer, type BundledServer } from '../../src/db/bundled/server.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { query } from './bundled-query.ts'

let home: string
let dataDir: string
let files: string
const servers: BundledServer[] = []

beforeEach(() => {
  home = fs.mkdtempSync(join(quickDirectory(), 'tessera-data-'))
  dataDir = join(home, 'data')
  files = join(dataDir, 'postgres')
  copyMigratedDataDir(dataDir)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  removeDirectory(home)
})

async function start(): Promise<BundledServer> {
  const server = await startBundledServer({ dataDir, log: () => undefined })
  servers.push(server)
  return server
}

async function kill(server: BundledServer): Promise<void> {
  process.kill(
    Number.parseInt(fs.readFileSync(join(files, 'postmaster.pid'), 'utf8'), 10),
    'SIGKILL',
  )
  await server.exited
}

test('if the files are missing, a restart creates no new cluster; it uses them when they return', async () => {
  const server = await start()
  await query(server, 'create table facts as select 7 as n')
  await kill(server)
  fs.renameSync(files, join(home, 'elsewhere'))

  await expect(server.restart()).rejects.toThrow(`${files}, and its files are gone`)
  fs.mkdirSync(files)
  await expect(server.restart()).rejects.toThrow(`${files}, and its files are gone`)

  fs.rmdirSync(files)
  fs.renameSync(join(home, 'elsewhere'), files)
  await server.restart()
  expect(await query(server, 'select n from facts')).toEqual([7])
})

test('a restart creates no new database in place of a missing one', async () => {
  const server = await start()
  await query({ ...server, database: 'postgres' }, 'drop database tessera')
  await kill(server)

  await expect(server.restart()).rejects.toThrow('database "tessera" does not exist')
})

test('if PostgreSQL has run before and its files are missing, a start is refused', async () => {
  fs.rmSync(files, { recursive: true })

  await expect(start()).rejects.toThrow(
    /has run in .*postgres, and its files are gone: .*postgres\.log/,
  )
  expect(fs.existsSync(files)).toBe(false)

  for (const log of ['postgres.log', 'postgres.log.1'])
    fs.rmSync(join(dataDir, log), { force: true })
  expect(await query(await start(), 'select 1 as n')).toEqual([1])
})
