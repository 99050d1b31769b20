import type { PartnerConnection } from './connection.ts'
import { ApiFailure, CommandFailure } from './failure.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import { sendSigned, type SignedReply } from './signed-request.ts'

export interface PullOptions {
  /** The id of the event after which the feed begins; without it, only new events are pulled. */
  readonly after: string | undefined
  /** Ends the feed. */
  readonly interrupt: AbortSignal
  /** Hears why a request failed that is tried again. */
  onFault(message: string): void
}

const WAIT_SECONDS = 20
const PAGE_SIZE_MAX = 2_000
/** Longer than the service waits for an event. */
const SILENCE_MS_MAX = 40_000
const PAUSE_SECONDS_MAX = 30
const MS_PER_SECOND = 1_000
const RATE_LIMITED = 429

/** Yields the events of a partner as they happen, each once and in order, by long polling. */
export async function* pullEvents(
  connection: PartnerConnection,
  { after, interrupt, onFault }: PullOptions,
): AsyncGenerator<JsonValue> {
  let cursor = after
  let isNew = after !== undefined
  for (;;) {
    const question = { cursor, isNew, interrupt }
    const page = await persist(() => pageAfter(connection, question), { interrupt, onFault })
    if (!page) return
    cursor = page.after ?? cursor
    if (isNew) yield* page.events
    isNew ||= !page.hasNext
  }
}

/** Tries until it succeeds. Returns undefined if it is interrupted; rejects what cannot pass. */
async function persist<T>(
  attempt: () => Promise<T>,
  { interrupt, onFault }: Pick<PullOptions, 'interrupt' | 'onFault'>,
): Promise<T | undefined> {
  for (let failures = 0; !interrupt.aborted; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (interrupt.aborted) return undefined
      if (!(error instanceof CommandFailure) || isFinal(error)) throw error
      onFault(error.message)
      await pause(Math.min(PAUSE_SECONDS_MAX, 2 ** (failures - 1)), interrupt)
    }
  }
  return undefined
}

function isFinal(error: CommandFailure): boolean {
  return error instanceof ApiFailure && !error.isServerFault && error.status !== RATE_LIMITED
}

interface Page {
  readonly events: readonly JsonValue[]
  readonly hasNext: boolean
  /** The cursor of the next request. */
  readonly after: string | undefined
}

interface PageQuestion {
  readonly cursor: string | undefined
  /** False while events are skipped that happened before. */
  readonly isNew: boolean
  readonly interrupt: AbortSignal
}

async function pageAfter(
  connection: PartnerConnection,
  { cursor, isNew, interrupt }: PageQuestion,
): Promise<Page> {
  const query = new URLSearchParams(
    isNew ? { wait: String(WAIT_SECONDS) } : { pageSize: String(PAGE_SIZE_MAX) },
  )
  if (cursor !== undefined) query.set('after', cursor)
  const reply = await sendSigned(connection, {
    method: 'GET',
    target: `/v2/events?${query.toString()}`,
    hasSecondSignature: true,
    silenceMsMax: SILENCE_MS_MAX,
    interrupt,
  })
  return readPage(reply)
}

function readPage({ status, body, requestId }: SignedReply): Page {
  if (status !== 200) throw new ApiFailure(status, body, requestId)
  const pagination = fieldOf(fieldOf(body, 'meta'), 'pagination')
  return {
    events: listOf(fieldOf(body, 'data')),
    hasNext: fieldOf(pagination, 'hasNext') === true,
    after: textOf(fieldOf(pagination, 'after')),
  }
}

/** Waits, unless it is interrupted. */
function pause(seconds: number, interrupt: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * MS_PER_SECOND)
    interrupt.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
