import { ok, type RouteResponse } from '../response.ts'
import type { Unready } from '../readiness.ts'
import { openRoute } from '../route.ts'

export const getLive = openRoute('GET /health/live', {
  operationId: 'getLive',
  summary: 'Responds with 200 while the process runs',
  isOperational: true,
  handle: () => Promise.resolve(ok({ status: 'live' })),
})

export const getReady = openRoute('GET /health/ready', {
  operationId: 'getReady',
  summary:
    'Responds with 200 if requests may be sent here: the database responds, no fault is ' +
    'known, and the service does not drain',
  isOperational: true,
  async handle(_call, { readiness, isLeaving }) {
    const unready = isLeaving() ? DRAINING : await readiness.check()
    return unready ? unavailable(unready) : ok({ status: 'ready' })
  },
})

const DRAINING: Unready = { status: 'draining' }

function unavailable(body: Unready): RouteResponse {
  return { status: 503, headers: { 'retry-after': '1' }, body }
}
