import type { Page, Response } from 'playwright-core'
import { isLong } from './length.ts'
import type { RunningService } from './service.ts'

/** The number of codes that the service has, more than a page can show. Some were delivered. */
const CODES = isLong ? 10_000 : 1_000
const SHAPE = /KNOWN[0-9]{5}QZ/g

/** Codes that no page may show. */
const KNOWN_CODES: ReadonlySet<string> = new Set(
  Array.from({ length: CODES }, (_, at) => `KNOWN${String(at).padStart(5, '0')}QZ`),
)

/** Imports the known codes as stock of a product of their own. */
export async function stockKnownCodes(
  service: Pick<RunningService, 'product' | 'stock'>,
): Promise<{ productId: number }> {
  const { productId } = await service.product({ supplier: 'vault' })
  await service.stock(productId, [...KNOWN_CODES])
  return { productId }
}

/** Returns the known codes in a text. */
export function codesIn(text: string): string[] {
  return (text.match(SHAPE) ?? []).filter((code) => KNOWN_CODES.has(code))
}

/** Collects what a page receives from now on, except scripts and event streams. */
export class ReceivedByPage {
  readonly #page: Page
  readonly #bodies: Promise<string>[] = []

  constructor(page: Page) {
    this.#page = page
    page.on('response', (response) => {
      if (hasData(response)) this.#bodies.push(response.text().catch(() => ''))
    })
  }

  /** Returns the known codes that the page shows now, and those that it has received. */
  async codes(): Promise<string[]> {
    const texts = [await this.#page.content(), ...(await Promise.all(this.#bodies))]
    return texts.flatMap(codesIn)
  }

  /** The number of responses that were read. */
  get responses(): number {
    return this.#bodies.length
  }
}

/** A stream of events does not end. */
function hasData(response: Response): boolean {
  const type = response.headers()['content-type'] ?? ''
  return !type.startsWith('text/event-stream') && !response.url().includes('/web/assets/')
}
