import { ok, type RouteResponse } from '../response.ts'

const HEARTBEAT_MS = 10_000
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Responds with JSON that may take long to compute. After ten seconds the response begins, with one
 * space every ten seconds until the JSON follows. Leading spaces are valid JSON, and they keep this
 * service, the client and proxies from closing an idle connection.
 * A later failure aborts the response. A disconnected client is noticed at the next heartbeat.
 * `stop` is called then, and at the end.
 */
export async function respondKeptAlive<Body extends object>(
  work: Promise<Body>,
  stop: () => void = () => undefined,
): Promise<RouteResponse<Body>> {
  const early = await settledWithin(work)
  if (early) return ok(early)
  // After the first heartbeat, an error can only abort the response.
  work.catch(() => undefined)
  const headers = { 'content-type': JSON_TYPE }
  return { status: 200, headers, body: heartbeats(work, stop) }
}

async function* heartbeats(work: Promise<object>, stop: () => void): AsyncGenerator<string> {
  try {
    for (;;) {
      yield ' '
      const body = await settledWithin(work)
      if (body) {
        yield JSON.stringify(body)
        return
      }
    }
  } finally {
    stop()
  }
}

/** Returns the result, or undefined if it takes longer than one heartbeat. */
async function settledWithin<Body>(work: Promise<Body>): Promise<Body | undefined> {
  let timer: NodeJS.Timeout | undefined
  const beat = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), HEARTBEAT_MS)
  })
  try {
    return await Promise.race([work, beat])
  } finally {
    clearTimeout(timer)
  }
}
