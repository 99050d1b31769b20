import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect, migrate, type ConnectionTarget } from '../../src/db/mod.ts'
import { quickDirectory } from './quick-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Exclude<ConnectionTarget, { connectionString: string }>
  }
}

export const TEMPLATE = 'tessera_template'

/**
 * One PostgreSQL for the whole run, in a directory of its own, with one migrated database that
 * every test clones.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(quickDirectory(), 'tessera-test-'))
  const server = await startBundledServer({ dataDir, log: () => undefined })
  const stop = async (): Promise<void> => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const target = { host: server.host, port: server.port, user: server.user, database: 'postgres' }
    await makeTemplate(target)
    project.provide('postgres', target)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function makeTemplate(target: Exclude<ConnectionTarget, { connectionString: string }>) {
  const admin = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(`create database ${TEMPLATE}`)
  await admin.close()
  await migrate({ ...target, database: TEMPLATE })
}
