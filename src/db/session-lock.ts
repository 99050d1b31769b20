import type { ClientBase } from 'pg'

/**
 * Takes an advisory lock until the session ends, if nobody has it. Returns false if somebody has.
 * Never waits: a statement that waits keeps its snapshot.
 */
export async function tryLockSession(
  client: Pick<ClientBase, 'query'>,
  key: number | bigint,
): Promise<boolean> {
  const { rows } = await client.query<{ is_locked: boolean }>(
    'select pg_try_advisory_lock($1) as is_locked',
    [key],
  )
  return rows[0]?.is_locked === true
}
