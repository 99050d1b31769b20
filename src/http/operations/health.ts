import { ok, type Answer } from '../answer.ts'
import type { Unready } from '../readiness.ts'
import { openRoute } from '../route.ts'

/** The process answers. */
export const getLive = openRoute('GET /health/live', {
  isOperational: true,
  handle: () => Promise.resolve(ok({ status: 'live' })),
})

/**
 * Requests may be sent here: the database has answered lately, nothing that the service depends on
 * was found wrong, and it does not drain.
 */
export const getReady = openRoute('GET /health/ready', {
  isOperational: true,
  async handle(_call, { readiness, isDraining }) {
    const unready = isDraining() ? DRAINING : await readiness.check()
    return unready ? unavailable(unready) : ok({ status: 'ready' })
  },
})

const DRAINING: Unready = { status: 'draining' }

function unavailable(body: Unready): Answer {
  return { status: 503, headers: { 'retry-after': '1' }, body }
}
