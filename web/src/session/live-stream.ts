import { checkConnection } from '../api/connection.ts'
import { routeOf } from '../api/routes.ts'

/** News about what may have changed. Without ids, any order may have changed. */
export interface News {
  readonly topic: 'orders' | 'alerts'
  readonly orderIds?: readonly string[] | undefined
}

type Listener = (news: News) => void

const NAME = 'tessera-live'
const RETRY_MS = 15_000
/** The time without use after which a page gets no more news, so that its session can end. */
const IDLE_MS = 900_000
/** The time for which the stream stays open after its last listener, for the next page. */
const LINGER_MS = 2_000

const listeners = new Set<Listener>()
let connection: AbortController | undefined
let closing: ReturnType<typeof setTimeout> | undefined
let idling: ReturnType<typeof setTimeout> | undefined

/** Calls the listener when something may have changed, until the returned function is called. */
export function listenToNews(listener: Listener): () => void {
  listeners.add(listener)
  clearTimeout(closing)
  connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) closing = setTimeout(disconnect, LINGER_MS)
  }
}

function connect(): void {
  stayAwake()
  if (connection) return
  connection = new AbortController()
  const { signal } = connection
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => deliver(data))
  signal.addEventListener('abort', () => channel.close())
  const broadcast: Listener = (news) => {
    deliver(news)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is not a window
    if (!signal.aborted) channel.postMessage(news)
  }
  // Browsers limit connections to a host, so one tab reads the stream for all of them.
  navigator.locks.request(NAME, { signal }, () => readStream(broadcast, signal)).catch(ignoreAbort)
}

function disconnect(): void {
  connection?.abort()
  connection = undefined
}

function deliver(news: News): void {
  for (const listener of listeners) listener(news)
}

/** Resolves when the signal is aborted. */
function readStream(broadcast: Listener, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const open = (): void => {
      source = new EventSource(routeOf('streamChanges').path)
      // Nobody knows what changed while the stream was down.
      source.addEventListener('ready', () => {
        broadcast({ topic: 'orders' })
        broadcast({ topic: 'alerts' })
      })
      source.addEventListener('alerts', () => broadcast({ topic: 'alerts' }))
      source.addEventListener('orders', ({ data }: MessageEvent<string>) => {
        const { orderIds } = JSON.parse(data) as { orderIds: readonly string[] | null }
        broadcast({ topic: 'orders', orderIds: orderIds ?? undefined })
      })
      source.addEventListener('error', () => {
        void checkConnection()
        if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS)
      })
    }
    signal.addEventListener('abort', () => {
      clearTimeout(retry)
      source?.close()
      resolve()
    })
    open()
  })
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}

function stayAwake(): void {
  clearTimeout(idling)
  idling = setTimeout(disconnect, IDLE_MS)
}

for (const type of ['pointerdown', 'keydown', 'visibilitychange']) {
  document.addEventListener(type, () => {
    if (listeners.size > 0) connect()
  })
}
