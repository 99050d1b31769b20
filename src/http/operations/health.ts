import { ok, type Answer } from '../answer.ts'
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
    if (isDraining()) return unready('draining')
    return (await readiness.check()) ? ok({ status: 'ready' }) : unready('database unavailable')
  },
})

function unready(status: string): Answer {
  return { status: 503, headers: { 'retry-after': '1' }, body: { status } }
}
