import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPERUSER } from '../../src/db/bundled/cluster.ts'
import { SOCKET_PORT } from '../../src/db/bundled/settings.ts'
import { databaseUrlOf } from '../support/database-url.ts'
import type { Installation } from './service-process.ts'

/** The database of the server that a service runs in its data directory. */
export function bundledTarget({ dataDir }: Pick<Installation, 'dataDir'>) {
  const host = join(dataDir, 'postgres')
  return { host, port: SOCKET_PORT, user: SUPERUSER, database: 'tessera' }
}

/** Settings of a second process on the database that the first one runs. */
export function joinSettings(installation: Installation): Record<string, string> {
  return {
    DATABASE_URL: databaseUrlOf(bundledTarget(installation)),
    TESSERA_MASTER_KEY: readFileSync(join(installation.dataDir, 'master.key'), 'utf8').trim(),
  }
}
