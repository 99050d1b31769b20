import { oneRow, type Db } from './db.ts'
import { distributionFlaw } from './placement/distribution-flaw.ts'
import { durabilityFlaws } from './durability.ts'
import { sql } from './sql.ts'

const OLDEST_VERSION = 15

/**
 * Throws, with one line, if the service cannot keep its promises on this database: PostgreSQL is
 * too old, sessions lack their settings, COMMIT returns before it is durable, or the extension
 * Citus is there but `tessera distribute` has not distributed the database.
 */
export async function requireSession(db: Db): Promise<void> {
  const session = await oneRow(
    db,
    sql<SessionSettings>`
      select current_setting('server_version_num')::integer / 10000 as version,
        current_setting('enable_seqscan') as seqscan,
        exists (select 1 from pg_extension where extname = 'citus') as has_citus`,
  )
  const lossy = (await durabilityFlaws(db)).find((one) => one.isOurs)?.message
  const placed = session.has_citus ? await distributionFlaw(db) : undefined
  const flaw =
    flawOf(session) ?? placed ?? (lossy && `a database that keeps what it commits: ${lossy}`)
  if (flaw !== undefined) throw new Error(`DATABASE_URL must lead to ${flaw}`)
}

interface SessionSettings {
  readonly version: number
  readonly seqscan: string
  readonly has_citus: boolean
}

function flawOf({ version, seqscan }: SessionSettings): string | undefined {
  if (version < OLDEST_VERSION) {
    return `PostgreSQL ${OLDEST_VERSION} or later: this is version ${version}`
  }
  // A pooler in transaction mode loses session settings. Plans would then scan tables as soon as
  // these have grown.
  if (seqscan !== 'off') {
    return (
      'PostgreSQL itself, or to a pooler in session mode:' +
      ' the settings of its sessions are lost on the way'
    )
  }
  return undefined
}
