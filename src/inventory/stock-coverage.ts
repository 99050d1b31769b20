import type { Difference } from '../ledger/mod.ts'
import type { BlockRow, SegmentRow, RangeRow } from './stock-proof-rows.ts'

/** The most faults of single rows in memory for each block. */
const FAULTS_PER_BLOCK_MAX = 10

interface Block {
  readonly blockId: string
  /** The number of free, held and reserved ranges that contain each code; 255 means 255 or more. */
  readonly ranges: Uint8ClampedArray
  /** The number of issued segments of each code. */
  readonly segments: Uint8ClampedArray
  readonly faults: Difference[]
}

/**
 * Counts the ranges and segments that contain each code of some blocks of one product. A range of a
 * block that is not stored is a difference, unless the block is in `ignored`. Differences keep the
 * names that /admin/v1 has for ranges and segments.
 */
export class StockCoverage {
  readonly #productId: number
  readonly #ignored: ReadonlySet<string>
  readonly #blocks = new Map<string, Block>()

  constructor(productId: number, blocks: readonly BlockRow[], ignored: ReadonlySet<string>) {
    this.#productId = productId
    this.#ignored = ignored
    for (const row of blocks) this.#add(row)
  }

  addRange(row: RangeRow): void {
    const block = this.#blockOf(row)
    if (!block || count(block.ranges, row)) return
    const account = this.#codes(row.block_id, row.first, row.first + row.quantity - 1)
    const range = { currency: '', account, field: 'ranges', stored: '1' }
    addFault(block, { partnerId: 0, ...range, recomputed: 'no such code' })
  }

  addSegment(row: SegmentRow): void {
    const block = this.#blockOf(row)
    if (!block) return
    const isInside = count(block.segments, row)
    if (isInside && row.is_reserved) return
    const account = `order ${row.order_no} batch ${row.batch_no} segment ${row.segment_no}`
    const stored = this.#codes(row.block_id, row.first, row.first + row.quantity - 1)
    const recomputed = row.is_reserved ? 'no such code' : 'not reserved'
    const field = 'issued_codes'
    addFault(block, { partnerId: row.partner_id, currency: '', account, field, stored, recomputed })
  }

  /** Returns true if each code of the block is in exactly one range and at most one segment. */
  isSound(blockId: string): boolean {
    const block = this.#blocks.get(blockId)
    if (!block) return true
    const { ranges, segments, faults } = block
    return (
      faults.length === 0 &&
      ranges.every((times) => times === 1) &&
      segments.every((times) => times <= 1)
    )
  }

  blockIds(): string[] {
    return [...this.#blocks.keys()]
  }

  /** Yields the differences. Neighboring codes with the same count are one difference. */
  *differences(): Generator<Difference> {
    for (const { blockId, ranges, segments, faults } of this.#blocks.values()) {
      yield* faults
      yield* this.#wrongCounts(blockId, 'ranges', ranges)
      yield* this.#wrongCounts(blockId, 'segments', segments)
    }
  }

  *#wrongCounts(
    blockId: string,
    field: 'ranges' | 'segments',
    counts: Uint8ClampedArray,
  ): Generator<Difference> {
    for (let first = 0; first < counts.length;) {
      const times = counts[first] ?? 0
      let last = first
      while (counts[last + 1] === times) last += 1
      if (times > 1 || (times === 0 && field === 'ranges')) {
        const account = this.#codes(blockId, first, last)
        const stored = times.toString()
        yield { partnerId: 0, currency: '', account, field, stored, recomputed: '1' }
      }
      first = last + 1
    }
  }

  #codes(blockId: string, first: number, last: number): string {
    return `product ${this.#productId} block ${blockId} codes ${first} to ${last}`
  }

  #blockOf({ block_id }: RangeRow): Block | undefined {
    if (this.#ignored.has(block_id)) return undefined
    return this.#blocks.get(block_id) ?? this.#add({ block_id, quantity: 0 })
  }

  #add({ block_id: blockId, quantity }: BlockRow): Block {
    const block: Block = {
      blockId,
      ranges: new Uint8ClampedArray(quantity),
      segments: new Uint8ClampedArray(quantity),
      faults: [],
    }
    this.#blocks.set(blockId, block)
    return block
  }
}

/** Counts codes of a block once more. Returns true if the block has all of them. */
function count(counts: Uint8ClampedArray, { first, quantity }: RangeRow): boolean {
  const end = Math.min(counts.length, first + quantity)
  for (let at = Math.max(0, first); at < end; at += 1) counts[at] = (counts[at] ?? 0) + 1
  return first >= 0 && first + quantity <= counts.length
}

function addFault({ faults }: Block, difference: Difference): void {
  if (faults.length < FAULTS_PER_BLOCK_MAX) faults.push(difference)
}
