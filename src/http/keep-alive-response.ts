import { ok, type Answer } from './answer.ts'

const HEARTBEAT_MS = 10_000
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers with JSON that may take long to make. After ten seconds the answer begins, with a space
 * every ten seconds until there is more to say: JSON may begin with spaces, and a connection on
 * which something moves is cut neither by this service, nor by its client, nor by what stands
 * between them. What fails by then breaks the answer off. A client that went away is noticed at the
 * next heartbeat; then, and at the end, `stop` is called.
 */
export async function respondKeptAlive(
  work: Promise<object>,
  stop: () => void = () => undefined,
): Promise<Answer> {
  const early = await settledWithin(work)
  if (early) return ok(early)
  // A client that went away listens to nothing that follows.
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

/** What the work answers within one heartbeat; undefined where it takes longer. */
async function settledWithin(work: Promise<object>): Promise<object | undefined> {
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
