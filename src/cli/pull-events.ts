import type { Event, Page, Tessera } from '@tessera/sdk'
import type { PartnerConnection } from './connection.ts'
import { ApiFailure, CommandFailure } from './failure.ts'
import { partnerClient } from './partner-client.ts'
import { MS_PER_SECOND } from '../core/mod.ts'

export interface PullOptions {
  /** The id of the event after which the feed begins; without it, only new events are pulled. */
  readonly after: string | undefined
  /** Ends the feed. */
  readonly interrupt: AbortSignal
  /** Called with the reason if a request has failed and will be tried again. */
  onFault(message: string): void
}

const WAIT_SECONDS = 20
const PAGE_SIZE_MAX = 2_000
/** Longer than the service waits for an event. */
const TIMEOUT_MS = 40_000
const PAUSE_SECONDS_MAX = 30
const RATE_LIMITED = 429
const NO_PAGE: Page<Event> = { entries: [], hasNext: false, after: undefined }

/** Yields the events of a partner as they happen, each once and in order, by long polling. */
export async function* pullEvents(
  connection: PartnerConnection,
  { after, interrupt, onFault }: PullOptions,
): AsyncGenerator<Event> {
  // Failures are reported and tried again below, without an end.
  const client = partnerClient(connection, { maxRetries: 0, timeoutMs: TIMEOUT_MS })
  let cursor = after
  let isNew = after !== undefined
  for (;;) {
    const question = { cursor, isNew, interrupt }
    const page = await persist(() => client((tessera) => pageAfter(tessera, question)), {
      interrupt,
      onFault,
    })
    if (!page) return
    cursor = page.after ?? cursor
    if (isNew) yield* page.entries
    isNew ||= !page.hasNext
  }
}

/**
 * Tries until it succeeds. Returns undefined if it is interrupted; throws errors that will not
 * pass.
 */
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

interface PageQuestion {
  readonly cursor: string | undefined
  /** False while earlier events are skipped. */
  readonly isNew: boolean
  readonly interrupt: AbortSignal
}

async function pageAfter(
  tessera: Tessera,
  { cursor: after, isNew, interrupt: signal }: PageQuestion,
): Promise<Page<Event>> {
  const bounds = isNew ? { wait: WAIT_SECONDS } : { pageSize: PAGE_SIZE_MAX }
  const pages = tessera.events({ ...bounds, after }, { signal }).pages()
  const { value } = await pages.next()
  return value ?? NO_PAGE
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
