import { BinaryRows, type CopiedRows } from '../db/mod.ts'
import { BlockEntries } from './block-entries.ts'
import { SLOT_MS, slotOf } from './block-slots.ts'
import { startOfDay } from './days.ts'
import { markOf, sentMarks } from './marks.ts'
import { timeOf } from './request-id.ts'
import type { LoggedRequest } from './request.ts'

/** PostgreSQL counts the microseconds of a timestamp from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000)
const MICROS_PER_MS = 1_000
const FIELDS = 7
const FAILED = 400
/** The most requests of one COPY, so that sending it does not delay other requests. */
const SIZE_MAX = 1_000

/**
 * Requests that are stored by one COPY. Each is encoded when it is added: as an object, it would be
 * moved to the old generation by the garbage collector, which costs more than encoding it.
 */
export class RequestBatch {
  readonly #blocks = new Map<string, Block>()
  readonly #days = new Set<number>()
  /** The block of the last added request. */
  #last: Block | undefined
  #size = 0
  #rows: BinaryRows | undefined

  /** True if requests can be added. */
  get isOpen(): boolean {
    return this.#rows === undefined && this.#size < SIZE_MAX
  }

  get size(): number {
    return this.#size
  }

  /** The first instants of the days of these requests. */
  get days(): ReadonlySet<number> {
    return this.#days
  }

  add(request: LoggedRequest): void {
    this.#size += 1
    this.#blockOf(request.clientId, slotOf(timeOf(request.requestId))).add(request)
  }

  /**
   * Returns the rows for COPY. Nothing can be added afterwards. May be called again if the COPY
   * failed.
   */
  copied(): CopiedRows {
    const into = 'request_blocks (at, client_id, first_id, last_id, has_failures, marks, entries)'
    return { into, rows: (this.#rows ??= rowsOf(this.#blocks.values())) }
  }

  #blockOf(clientId: string | undefined, slot: number): Block {
    if (this.#last?.slot === slot && this.#last.clientId === clientId) return this.#last
    const key = `${slot} ${clientId ?? ''}`
    let block = this.#blocks.get(key)
    if (!block) {
      this.#blocks.set(key, (block = new Block(clientId, slot)))
      this.#days.add(startOfDay(slot * SLOT_MS))
    }
    return (this.#last = block)
  }
}

/** The requests of one credential that arrived in one slot. */
class Block {
  readonly clientId: string | undefined
  readonly slot: number
  readonly entries = new BlockEntries()
  readonly marks = new Set<number>()
  firstId = ''
  lastId = ''
  hasFailures = false

  constructor(clientId: string | undefined, slot: number) {
    this.clientId = clientId
    this.slot = slot
  }

  add(request: LoggedRequest): void {
    const { requestId, status = 0, orderId, callerRequestId } = request
    if (this.firstId === '' || requestId < this.firstId) this.firstId = requestId
    if (requestId > this.lastId) this.lastId = requestId
    if (status >= FAILED) this.hasFailures = true
    if (orderId !== undefined) this.marks.add(markOf(orderId))
    if (callerRequestId !== undefined) this.marks.add(markOf(callerRequestId))
    this.entries.add(request)
  }
}

function rowsOf(blocks: Iterable<Block>): BinaryRows {
  const rows = new BinaryRows(FIELDS)
  for (const { clientId, firstId, lastId, hasFailures, marks, entries } of blocks) {
    rows
      .row()
      .int8((timeOf(lastId) - EPOCH_MS) * MICROS_PER_MS)
      .uuid(clientId)
      .uuid(firstId)
      .uuid(lastId)
      .boolean(hasFailures)
      .bytes(sentMarks(marks))
      .bytes(entries.written())
  }
  return rows
}
