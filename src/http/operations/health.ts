import { ok } from '../answer.ts'
import { openRoute } from '../route.ts'

/** The process answers. */
export const getLive = openRoute('GET /health/live', {
  isOperational: true,
  handle: () => Promise.resolve(ok({ status: 'live' })),
})

/** Requests may be sent here: the database has answered lately, and the service does not drain. */
export const getReady = openRoute('GET /health/ready', {
  isOperational: true,
  async handle(_call, { readiness, isDraining }) {
    if (isDraining()) return { status: 503, body: { status: 'draining' } }
    if (await readiness.check()) return ok({ status: 'ready' })
    return { status: 503, body: { status: 'database unavailable' } }
  },
})
