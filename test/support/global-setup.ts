import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect, migrate, type ConnectionTarget } from '../../src/db/mod.ts'

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
  const dataDir = await mkdtemp(join(await quickDirectory(), 'tessera-test-'))
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

const MEMORY_DIRECTORY = '/dev/shm'
/** Ten times what a whole run needs. */
const ROOM_BYTES_MIN = 2 ** 31

/**
 * Memory where there is plenty, as to clone a database makes 300 files: on a disk that takes ten
 * times as long. Whatever is about durability starts a service of its own, on the disk.
 */
async function quickDirectory(): Promise<string> {
  try {
    await access(MEMORY_DIRECTORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY_DIRECTORY)
    return bavail * bsize >= ROOM_BYTES_MIN ? MEMORY_DIRECTORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function makeTemplate(target: Exclude<ConnectionTarget, { connectionString: string }>) {
  const admin = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(`create database ${TEMPLATE}`)
  await admin.close()
  await migrate({ ...target, database: TEMPLATE })
}
