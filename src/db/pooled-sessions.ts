import type { Database } from './db.ts'
import { codeOf } from './faults.ts'

/** The SQLSTATE with which PgBouncer refuses a transaction in statement mode. */
const PROTOCOL_VIOLATION = '08P01'
/** A pooler may give both transactions the same session by chance, so there are several rounds. */
const ROUNDS = 3

/**
 * Returns true if two transactions of one connection may reach different sessions of the server, as
 * behind a pooler in transaction mode. Also returns true if there are no transactions, as in
 * statement mode. While another connection is inside a transaction, a pooler in transaction mode
 * cannot give its session to the first one. Uses two connections of the pool.
 */
export async function areSessionsShared({ pool }: Database): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  const sessionOf = async (client: typeof one): Promise<number | undefined> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid
  }
  try {
    const first = await sessionOf(one)
    for (let round = 1; round <= ROUNDS; round += 1) {
      await other.query('begin')
      const next = await sessionOf(other)
      const second = await sessionOf(one)
      await other.query('commit')
      if (next === first || second !== first) return true
    }
    return false
  } catch (error) {
    if (codeOf(error) === PROTOCOL_VIOLATION) return true
    throw error
  } finally {
    one.release(true)
    other.release(true)
  }
}
