import { oneRow, type Db } from './db.ts'
import { sql } from './sql.ts'

const OLDEST_VERSION = 15

/**
 * Throws, with the line that the start ends with, where the service cannot hold on this database
 * what it promises: on an older PostgreSQL than its statements are for, where a COMMIT is answered
 * before it is durable, and where sessions do not have the settings that they were opened with.
 */
export async function requireSession(db: Db): Promise<void> {
  const session = await oneRow(
    db,
    sql<SessionSettings>`
      select current_setting('server_version_num')::integer / 10000 as version,
        current_setting('synchronous_commit') as durability,
        current_setting('enable_seqscan') as seqscan`,
  )
  const flaw = flawOf(session)
  if (flaw !== undefined) throw new Error(`DATABASE_URL must lead to ${flaw}`)
}

interface SessionSettings {
  readonly version: number
  readonly durability: string
  readonly seqscan: string
}

function flawOf({ version, durability, seqscan }: SessionSettings): string | undefined {
  if (version < OLDEST_VERSION) {
    return `PostgreSQL ${OLDEST_VERSION} or later: this is version ${version}`
  }
  if (durability === 'off') {
    return 'a database with synchronous_commit on: a crash would lose what was answered'
  }
  // A pooler in transaction mode drops them, and options in the URL replace them. Plans would then
  // read whole tables as soon as these have grown.
  if (seqscan !== 'off') {
    return (
      'PostgreSQL itself, or to a pooler in session mode, and bring no options:' +
      ' the settings of its sessions are lost on the way'
    )
  }
  return undefined
}
