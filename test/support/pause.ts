import type pg from 'pg'
import type { Database } from '../../src/db/mod.ts'
import { Gate } from './gate.ts'

export interface Pause {
  /** Resolves when a statement has arrived and waits. */
  readonly reached: Promise<void>
  resume(): void
}

/**
 * Holds back the first matching statement of a fresh pool, so that a test decides what happens
 * before the server gets it.
 */
export function pauseBefore(db: Database, text: RegExp): Pause {
  const gate = new Gate()
  const arrived = new Gate()
  let isArmed = true
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...sent: unknown[]) => unknown
    let isPaused = false
    // Later statements of the connection wait behind the paused one.
    const sendLater = async (...sent: unknown[]): Promise<unknown> => {
      await gate.passed()
      isPaused = false
      return send(...sent)
    }
    const query = (...sent: unknown[]): unknown => {
      if (isArmed && text.test(textOf(sent[0]))) {
        isArmed = false
        isPaused = true
        arrived.open()
      }
      return isPaused ? sendLater(...sent) : send(...sent)
    }
    client.query = query as typeof client.query
  })
  return { reached: arrived.passed(), resume: () => gate.open() }
}

/** Returns the SQL of the first argument of `client.query`. */
export function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : (sent as pg.QueryConfig).text
}
