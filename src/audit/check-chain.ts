import { GENESIS, hashAfter, headText, recordText, type ChainDay, type ChainLink } from './chain.ts'
import type { ChainKey } from './chain-key.ts'

/** The first fault of the chain, and its place. */
export interface ChainFault {
  readonly day?: string
  /** The place in the chain of the day. */
  readonly place?: number
  readonly auditId?: number
  readonly message: string
}

export interface CheckedChain {
  readonly entries: number
  /** Entries that were sealed long after they were made. */
  readonly late: number
  readonly fault: ChainFault | undefined
}

/** If an entry waits longer for its seal, no worker ran, or somebody else inserted it. */
const LATE_MS = 600_000

export interface ChainToCheck {
  readonly key: ChainKey
  /** The day before the first of `days`, if any: the chain of the first begins at its head. */
  readonly before: ChainDay | undefined
  /** In order. A day without entries has no chain, and is missing here. */
  readonly days: readonly ChainDay[]
  /** True if these include the last day of all. */
  readonly hasLast: boolean
  /** Returns the links of a day in order, up to its signed head. */
  linksOf(day: ChainDay): AsyncIterable<readonly ChainLink[]>
}

/**
 * Recomputes the chain from its entries. Stops at the first entry that was changed, removed, added
 * or moved, or the first day whose signed head does not match.
 */
export async function checkChain(chain: ChainToCheck): Promise<CheckedChain> {
  const walk = new Walk(chain.key, chain.before?.head ?? GENESIS)
  let fault = chain.before && headFault(chain.key, chain.before, true)
  for (const [at, day] of chain.days.entries()) {
    const isLast = chain.hasLast && at === chain.days.length - 1
    fault ??= headFault(chain.key, day, !isLast)
    fault ??= await walk.day(day, chain.linksOf(day))
    if (fault) break
  }
  return { entries: walk.entries, late: walk.late, fault }
}

function headFault(
  key: ChainKey,
  day: ChainDay,
  isClosedRequired: boolean,
): ChainFault | undefined {
  if (!key.isSigned(headText(day), day.signature)) {
    return { day: day.day, message: 'the signature of the head of the day does not match it' }
  }
  if (day.isClosed === isClosedRequired) return undefined
  const message = isClosedRequired
    ? 'the day is not closed, although another one follows'
    : 'the day is closed, and no other one follows: days were removed'
  return { day: day.day, message }
}

class Walk {
  readonly #key: ChainKey
  #previous: Buffer
  entries = 0
  late = 0

  constructor(key: ChainKey, previous: Buffer) {
    this.#key = key
    this.#previous = previous
  }

  async day(
    { day, entries, head }: ChainDay,
    pages: AsyncIterable<readonly ChainLink[]>,
  ): Promise<ChainFault | undefined> {
    let place = 0
    for await (const page of pages) {
      for (const link of page) {
        place += 1
        const message = this.#follow(link, place)
        if (message !== undefined) return { day, place, auditId: link.auditId, message }
      }
    }
    if (place < entries) {
      return { day, place: place + 1, message: 'the entry was removed, and its link' }
    }
    if (this.#previous.equals(head)) return undefined
    return { day, message: 'the head of the day is not the hash of its last entry' }
  }

  /** Returns the fault of the link, if it has one. */
  #follow(link: ChainLink, place: number): string | undefined {
    if (link.place !== place) return 'an entry before this one was removed, and its link'
    if (!link.entry) return 'the entry was removed'
    const hash = hashAfter(this.#previous, recordText(link, link.entry))
    if (!hash.equals(link.hash)) return 'the entry was changed, or does not belong here'
    if (!this.#key.isMac(hash, link.mac)) return 'the entry and its link were changed or added'
    this.#previous = hash
    this.entries += 1
    if (Date.parse(link.sealedAt) - Date.parse(link.entry.at) > LATE_MS) this.late += 1
    return undefined
  }
}
