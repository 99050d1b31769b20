import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
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

const BYTES_PER_GIB = 2 ** 30
const MEMORY_DIRECTORY = '/dev/shm'
/** Of memory in all, and of that directory: the log alone may have 4 GiB. */
const MEMORY_MIN = 16 * BYTES_PER_GIB
const ROOM_MIN = 8 * BYTES_PER_GIB

/**
 * Memory where there is plenty, as to clone a database makes 300 files: on a disk that takes ten
 * times as long. Whatever is about durability starts a service of its own, on the disk.
 */
async function quickDirectory(): Promise<string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const { bavail, bsize } = await statfs(MEMORY_DIRECTORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return memory >= MEMORY_MIN && bavail * bsize >= ROOM_MIN ? MEMORY_DIRECTORY : tmpdir()
}

async function makeTemplate(target: Exclude<ConnectionTarget, { connectionString: string }>) {
  const admin = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(`create database ${TEMPLATE}`)
  await admin.close()
  await migrate({ ...target, database: TEMPLATE })
}
