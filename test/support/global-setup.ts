import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBundledServer, type BundledServer } from '../../src/db/bundled/server.ts'
import { MS_PER_DAY, systemClock } from '../../src/core/mod.ts'
import { connect, migrate, type ConnectionTarget } from '../../src/db/mod.ts'
import { addDays } from '../../src/requests/mod.ts'
import { copyWithOwners } from './copy-with-owners.ts'
import { endWithThisProcess } from './end-with-this-process.ts'
import { HOME_VARIABLE, quickDirectory } from './quick-directory.ts'
import { withClient } from './with-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Exclude<ConnectionTarget, { connectionString: string }>
    /** A data directory whose database has every table, and whose server does not run. */
    migratedDataDir: string
  }
}

export const TEMPLATE = 'tessera_template'

const SETTINGS = {
  // Autovacuum would leave statistics in databases that tests use again.
  autovacuum: 'off',
  // With 2 GB, a connection to one of many small databases takes a fifth more CPU time.
  shared_buffers: '128MB',
}

/**
 * Starts one PostgreSQL for the whole run, with one migrated database that tests clone. Tests that
 * start a server of their own copy the data directory that it began with.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(quickDirectory(), 'tessera-test-'))
  // Tests run servers as other users in directories of their own below.
  await chmod(home, 0o711)
  endWithThisProcess(home)
  // Test workers inherit the variable.
  process.env[HOME_VARIABLE] = home
  const [migrated, dataDir] = [join(home, 'migrated'), join(home, 'data')]
  let server: BundledServer | undefined
  const stop = async (): Promise<void> => {
    await server?.stop()
    delete process.env[HOME_VARIABLE]
    await rm(home, { recursive: true, force: true })
  }
  try {
    await makeDataDir(migrated)
    copyWithOwners(migrated, dataDir)
    server = await start(dataDir)
    const target = { ...targetOf(server), database: 'postgres' }
    await makeTemplate(target, server.database)
    project.provide('postgres', target)
    project.provide('migratedDataDir', migrated)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

function start(dataDir: string): Promise<BundledServer> {
  return startBundledServer({ dataDir, log: () => undefined, settings: SETTINGS })
}

async function makeDataDir(dataDir: string): Promise<void> {
  const server = await start(dataDir)
  try {
    await migrate(targetOf(server))
    await addRequestDays(targetOf(server))
  } finally {
    await server.stop()
  }
}

/**
 * Adds the daily partitions that services would otherwise add: later tests could not use a database
 * whose schema has changed.
 */
export async function addRequestDays(target: ConnectionTarget): Promise<void> {
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  const now = systemClock.now()
  await addDays(db, [now, now + MS_PER_DAY])
  await db.close()
}

type Target = Exclude<ConnectionTarget, { connectionString: string }>

function targetOf({ host, port, user, database }: BundledServer): Target {
  return { host, port, user, database }
}

async function makeTemplate(target: Target, migrated: string): Promise<void> {
  await withClient(target, (client) =>
    client.query(`create database ${TEMPLATE} template ${migrated}`),
  )
}
