import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { openSince, type SessionContext } from './sessions.ts'
import { digestOf } from './token.ts'

/** Returns those of the tokens whose sessions are open. Does not count as a use of the sessions. */
export async function openSessions(
  { db, clock, config }: SessionContext,
  tokens: readonly string[],
): Promise<ReadonlySet<string>> {
  const since = openSince(config, clock.now())
  const rows = await db.rows(sessionsByTokens(tokens.map(digestOf), since))
  const open = new Set(rows.map(({ digest }) => digest))
  return new Set(tokens.filter((token) => open.has(digestOf(token).toString('hex'))))
}

function sessionsByTokens(
  digests: readonly Buffer[],
  { beganAfter, usedAfter }: { beganAfter: number; usedAfter: number },
): Statement<{ digest: string }> {
  return sql`
    select encode(one.token_hash, 'hex') as digest
    from user_sessions one join users on users.user_id = one.user_id
    where one.token_hash = any(${digests}::bytea[]) and users.status = 'ACTIVE'
      and one.created_at > ${dateAt(beganAfter)} and one.last_used_at > ${dateAt(usedAfter)}`
}
