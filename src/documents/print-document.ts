import { SideProcess, MS_PER_MINUTE, Refusal } from '../core/mod.ts'
import type { PrintedDocument } from './printed-document.ts'

/** The response of the drawing process to one document. */
export type DrawResult = { readonly pdf: Uint8Array } | { readonly fault: string }

/** A document takes a second or two. A document that hangs must not block those that wait. */
const DRAWING_MS_MAX = MS_PER_MINUTE
/** The most documents that wait, because they are in memory. */
const WAITING_MAX = 8
const RETRY_AFTER_SECONDS = 5

/**
 * The one process of this service that draws documents. It runs while there is something to draw.
 */
const drawer = new SideProcess<PrintedDocument, DrawResult>({
  besideUrl: import.meta.url,
  program: 'document-process',
  does: 'draws documents',
  workMsMax: DRAWING_MS_MAX,
})
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a document as PDF in a separate process, which is started when needed and draws one
 * document at a time. Refuses overloaded if too many wait.
 */
export async function printDocument(document: PrintedDocument): Promise<Uint8Array> {
  if (waiting >= WAITING_MAX) {
    throw new Refusal('overloaded', 'too many documents are being made; try again', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  waiting += 1
  const drawn = last.then(() => draw(document))
  last = drawn.catch(() => undefined)
  try {
    return await drawn
  } finally {
    waiting -= 1
  }
}

async function draw(document: PrintedDocument): Promise<Uint8Array> {
  const result = await drawer.ask(document)
  if ('pdf' in result) return result.pdf
  throw new Error(`a document cannot be drawn: ${result.fault}`)
}
