import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Client } from 'pg'
import { SUPERUSER } from './cluster.ts'
import { codeOf } from '../faults.ts'
import { newClient } from './on-server.ts'
import { SOCKET_PORT } from './settings.ts'
import { shortPathTo } from './short-path.ts'

export const DATABASE = 'tessera'
const NOBODY_LISTENS = new Set(['ENOENT', 'ECONNREFUSED'])

/**
 * Calls `work` with a session on the PostgreSQL that a service runs in this data directory. Returns
 * undefined if none runs there.
 */
export async function onLiveServer<T>(
  dataDir: string,
  work: (client: Client) => Promise<T>,
): Promise<T | undefined> {
  const directory = resolve(dataDir)
  // After the loss of a machine the directory is missing, and a missing one cannot have an alias.
  if (!existsSync(directory)) return undefined
  const address = shortPathTo(directory)
  const host = `${address.path}/postgres`
  const client = newClient({ host, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE })
  try {
    await client.connect()
  } catch (error) {
    address.close()
    if (NOBODY_LISTENS.has(codeOf(error) ?? '')) return undefined
    throw error
  }
  try {
    return await work(client)
  } finally {
    await client.end()
    address.close()
  }
}
