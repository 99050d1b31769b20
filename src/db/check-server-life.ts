import type { Database } from './db.ts'

/** Detects that the database was restored in place, which closes no connection. */
export async function checkServerLife(db: Database): Promise<void> {
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
