import { oneRow, type Db } from './db.ts'
import { sql } from './sql.ts'

/**
 * Throws, with the line that the start ends with, where sessions do not have the settings that they
 * were opened with: a pooler in transaction mode drops them, and options in the URL replace them.
 * Plans would then read whole tables as soon as these have grown.
 */
export async function requireSession(db: Db): Promise<void> {
  const { seqscan } = await oneRow(
    db,
    sql<{ seqscan: string }>`select current_setting('enable_seqscan') as seqscan`,
  )
  if (seqscan === 'off') return
  throw new Error(
    'DATABASE_URL must lead to PostgreSQL itself, or to a pooler in session mode,' +
      ' and bring no options: the settings of its sessions are lost on the way',
  )
}
