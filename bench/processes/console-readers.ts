import { setMaxListeners } from 'node:events'
import { get } from 'node:http'

/** The message that opens consoles. The process responds when all are open. */
export interface ConsolesOrder {
  readonly url: string
  readonly authorization: string
  readonly consoles: number
}

/** The intervals of the pages of the console: see `use-live.ts` and `web/src/console`. */
const PAUSE_MS = 2_000
const REFRESH_MS = 15_000
const PAGES = ['/admin/v1/overview', '/admin/v1/orders?pageSize=20']

let close: (() => void) | undefined

process.once('disconnect', () => process.exit())
process.on('message', (order: ConsolesOrder | 'close') => {
  close?.()
  close = undefined
  if (order === 'close') process.send?.({ closed: true })
  else void open(order)
})

async function open({ url, authorization, consoles }: ConsolesOrder): Promise<void> {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  close = () => closing.abort()
  const of = (page: string): Console => ({ url, authorization, page, signal: closing.signal })
  const pages = Array.from({ length: consoles }, (_, at) => PAGES[at % PAGES.length] ?? '')
  await Promise.all(pages.map((page) => openOne(of(page))))
  process.send?.({ open: consoles })
}

interface Console {
  readonly url: string
  readonly authorization: string
  readonly page: string
  readonly signal: AbortSignal
}

/**
 * Reads the stream of changes and a page, and the page again after each change. Resolves when the
 * stream is ready and the page was read once.
 */
async function openOne(one: Console): Promise<void> {
  let isDue = false
  let pause: NodeJS.Timeout | undefined
  const read = (): void => {
    isDue = false
    void readPage(one)
    pause = setTimeout(() => {
      pause = undefined
      if (isDue) read()
    }, PAUSE_MS)
  }
  const refresh = setInterval(() => void readPage(one), REFRESH_MS)
  one.signal.addEventListener('abort', () => {
    clearTimeout(pause)
    clearInterval(refresh)
  })
  await readStream(one, () => {
    if (pause === undefined) read()
    else isDue = true
  })
  await readPage(one)
}

/** Resolves when the stream is ready. */
function readStream({ url, authorization, signal }: Console, onNews: () => void): Promise<void> {
  const headers = { authorization, accept: 'text/event-stream' }
  return new Promise((resolve, reject) => {
    const sent = get(`${url}/admin/v1/live`, { headers, signal }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream: ${response.statusCode}`))
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: ready')) resolve()
        if (text.includes('event: orders')) onNews()
      })
      response.on('error', ignoreAbort)
    })
    sent.on('error', ignoreAbort)
  })
}

async function readPage({ url, authorization, page, signal }: Console): Promise<void> {
  try {
    const response = await fetch(`${url}${page}`, { headers: { authorization }, signal })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${page}: ${response.status}`)
  } catch (error) {
    ignoreAbort(error)
  }
}

function ignoreAbort(error: unknown): void {
  if (close !== undefined) throw error
}
