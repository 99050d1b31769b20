import { crc32c } from './crc32c.ts'
import { SEGMENT_BYTES, startOf, type Segment } from './segment-name.ts'

/**
 * The layout of PostgreSQL's log: `xlog_internal.h` and `xlogrecord.h`, which are the same on all
 * machines that the bundled server runs on.
 */
const PAGE_BYTES = 8_192
const PAGE = { magic: 0, flags: 2, timeline: 4, position: 8, rest: 16, bytes: 24 } as const
const FIRST_PAGE = { cluster: 24, segmentBytes: 32, bytes: 40 } as const
const CONTINUES = 1
const HAS_LONG_HEADER = 2
const REPLACES = 8
const RECORD = { kind: 16, manager: 17, checksum: 20, bytes: 24 } as const
const RECORD_BYTES_MAX = 2 ** 30
const ALIGNMENT = 8
const LOG_MANAGER = 0
const SWITCH = 0x40
const KIND_MASK = 0xf0

/** A record of which only the beginning was read. */
interface PartialRecord {
  readonly parts: Buffer[]
  readonly total: number
  missing: number
}

/**
 * Reads segments in their order, and verifies each page and the checksum of each record, also of
 * those that reach into the next segment.
 */
export class LogReader {
  readonly #cluster: bigint
  readonly #unfinished: { record: PartialRecord | undefined; isAny: boolean } = {
    record: undefined,
    isAny: false,
  }
  #end = 0n

  /** `cluster` is the identifier of the database. */
  constructor(cluster: bigint) {
    this.#cluster = cluster
  }

  /** The position of the log after the last whole record. */
  get end(): bigint {
    return this.#end
  }

  /** Reads the next segment. Returns its fault in a few words, or undefined. */
  read(segment: Segment, bytes: Buffer): string | undefined {
    const fault = this.#headerFault(segment, bytes)
    if (fault !== undefined) return fault
    for (let page = 0; page < SEGMENT_BYTES; page += PAGE_BYTES) {
      const flaw = page === 0 ? undefined : pageFlaw(segment, bytes, page)
      const at = flaw === undefined ? this.#readPage(segment, bytes, page) : page
      if (at === 'switched') return undefined
      if (at !== undefined) return `is damaged at byte ${at}`
    }
    return undefined
  }

  #headerFault(segment: Segment, bytes: Buffer): string | undefined {
    if (bytes.length === 0) return 'is empty'
    if (bytes.length !== SEGMENT_BYTES) return `has ${bytes.length} bytes of ${SEGMENT_BYTES}`
    const isSegment =
      (bytes.readUInt16LE(PAGE.flags) & HAS_LONG_HEADER) !== 0 &&
      bytes.readUInt32LE(FIRST_PAGE.segmentBytes) === SEGMENT_BYTES
    if (!isSegment) return 'is not a segment of the log'
    if (bytes.readBigUInt64LE(FIRST_PAGE.cluster) !== this.#cluster) return 'is of another database'
    return pageFlaw(segment, bytes, 0)
  }

  /** Returns the place of a fault, or `switched` if no record follows in this segment. */
  #readPage(segment: Segment, bytes: Buffer, page: number): number | 'switched' | undefined {
    const unfinished = this.#unfinished
    const end = page + PAGE_BYTES
    let at = page + (page === 0 ? FIRST_PAGE.bytes : PAGE.bytes)
    const flags = bytes.readUInt16LE(page + PAGE.flags)
    if ((flags & REPLACES) !== 0) unfinished.record = undefined
    if ((flags & CONTINUES) !== 0) {
      const rest = bytes.readUInt32LE(page + PAGE.rest)
      const part = Math.min(rest, end - at)
      if (unfinished.record?.missing !== rest && (unfinished.record || unfinished.isAny))
        return page
      if (unfinished.record && !this.#continue(unfinished.record, bytes.subarray(at, at + part)))
        return page
      if (rest > part) return undefined
      at += alignUp(part)
      unfinished.record = undefined
      if (unfinished.isAny) this.#end = startOf(segment.number) + BigInt(at)
    } else if (unfinished.record) {
      return page
    }
    unfinished.isAny = true
    return this.#readRecords(segment, bytes, { at, end })
  }

  #readRecords(
    { number }: Segment,
    bytes: Buffer,
    { at, end }: { at: number; end: number },
  ): number | 'switched' | undefined {
    let place = at
    while (place < end) {
      const total = bytes.readUInt32LE(place)
      if (total < RECORD.bytes || total > RECORD_BYTES_MAX) return place
      const record = bytes.subarray(place, Math.min(place + total, end))
      if (record.length < total) {
        this.#unfinished.record = { parts: [record], total, missing: total - record.length }
        return undefined
      }
      if (!isWhole(record)) return place
      const isSwitch = isSwitchRecord(record)
      this.#end = isSwitch ? startOf(number + 1) : startOf(number) + BigInt(place + alignUp(total))
      if (isSwitch) return 'switched'
      place += alignUp(total)
    }
    return undefined
  }

  /** Returns false if the record is whole now, and damaged. */
  #continue(record: PartialRecord, part: Buffer): boolean {
    record.parts.push(part)
    record.missing -= part.length
    return record.missing > 0 || isWhole(Buffer.concat(record.parts, record.total))
  }
}

function pageFlaw({ timeline, number }: Segment, bytes: Buffer, page: number): string | undefined {
  const isPage =
    bytes.readUInt16LE(page + PAGE.magic) === bytes.readUInt16LE(PAGE.magic) &&
    bytes.readUInt32LE(page + PAGE.timeline) <= timeline
  if (!isPage) return 'is not a segment of this timeline'
  const isHere = bytes.readBigUInt64LE(page + PAGE.position) === startOf(number) + BigInt(page)
  return isHere ? undefined : 'has the content of another segment'
}

function isWhole(record: Buffer): boolean {
  const checksum = crc32c(record.subarray(RECORD.bytes), record.subarray(0, RECORD.checksum))
  return checksum === record.readUInt32LE(RECORD.checksum)
}

/** After such a record the rest of its segment is empty. */
function isSwitchRecord(record: Buffer): boolean {
  const kind = record.readUInt8(RECORD.kind) & KIND_MASK
  return record.readUInt8(RECORD.manager) === LOG_MANAGER && kind === SWITCH
}

function alignUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}
