import { repeat, type Repeated } from '../core/mod.ts'
import type { Database } from './db.ts'

const CHECK_MS = 1_000

/** Detects within a second that the database was restored in place, which closes no connection. */
export function watchServerLife(db: Database, onFault: (error: unknown) => void): Repeated {
  return repeat(() => lookOnce(db), CHECK_MS, onFault)
}

async function lookOnce(db: Database): Promise<void> {
  const client = await db.connect()
  let fault: unknown
  try {
    await db.life.learn(client)
  } catch (error) {
    fault = error
    throw error
  } finally {
    client.release(fault !== undefined)
  }
}
