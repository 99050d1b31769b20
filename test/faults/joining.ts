import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPERUSER } from '../../src/db/bundled/cluster.ts'
import { SOCKET_PORT } from '../../src/db/bundled/settings.ts'
import type { Installation } from './service-process.ts'

/** Settings of a second process on the database that the first one runs. */
export function joining({ dataDir }: Installation): Record<string, string> {
  const folder = encodeURIComponent(join(dataDir, 'postgres'))
  return {
    DATABASE_URL: `postgres://${SUPERUSER}@localhost:${SOCKET_PORT}/tessera?host=${folder}`,
    TESSERA_MASTER_KEY: readFileSync(join(dataDir, 'master.key'), 'utf8').trim(),
  }
}
