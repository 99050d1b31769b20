import type { Log } from '../http/mod.ts'
import type { Postgres } from './postgres.ts'

/** Returns the exit code once a signal has come or the database is lost. */
export async function ending(
  signal: Promise<string>,
  postgres: Postgres,
  log: Log,
): Promise<number> {
  const end = await Promise.race([signal, postgres.lost])
  if (end instanceof Error) {
    log.fatal({ err: end }, 'the database is lost')
    return 1
  }
  log.info({ signal: end }, 'stopping')
  return 0
}

/**
 * Resolves at the first signal. A second signal finds no listener, and ends the process at once.
 */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
}
