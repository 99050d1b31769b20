import assert from 'node:assert/strict'
import { BLIND_BYTES } from '../vault/mod.ts'

/** A number that exceeds the blinds of any chunk. */
const PLACES_MAX = 2 ** 18
const PREFIX_BYTES = 4

/** Positions of blinds, from 0. */
export interface SortedBlinds {
  /**
   * The positions of the distinct blinds, sorted by their bytes. Equal blinds have the first
   * position.
   */
  readonly distinct: readonly number[]
  /** The positions of repeated blinds, each with the first position of the same blind. */
  readonly repeated: readonly RepeatedBlind[]
}

export interface RepeatedBlind {
  readonly place: number
  readonly first: number
}

/**
 * Sorts concatenated blinds, as numbers made of the first bytes and the position. Sorting texts, or
 * calling `Buffer.compare` for each pair, takes ten times as long. The few blinds with the same
 * first bytes are compared whole.
 */
export function sortBlinds(blinds: Buffer): SortedBlinds {
  const distinct: number[] = []
  const repeated: RepeatedBlind[] = []
  let prefix = NaN
  let firstOfPrefix = 0
  for (const key of keysOf(blinds).toSorted()) {
    const ownPlace = Math.floor(key / PLACES_MAX)
    const place = key - ownPlace * PLACES_MAX
    if (ownPlace !== prefix) {
      prefix = ownPlace
      firstOfPrefix = distinct.length
      distinct.push(place)
      continue
    }
    const first = insert(blinds, { place, distinct, from: firstOfPrefix })
    if (first !== undefined) repeated.push({ place, first })
  }
  return { distinct, repeated }
}

function keysOf(blinds: Buffer): Float64Array {
  const count = blinds.length / BLIND_BYTES
  assert(count <= PLACES_MAX, 'a chunk has fewer codes')
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place += 1) {
    keys[place] = blinds.readUIntBE(place * BLIND_BYTES, PREFIX_BYTES) * PLACES_MAX + place
  }
  return keys
}

/**
 * Inserts a position into `distinct`, among the positions from index `from` on, whose blinds have
 * the same first bytes. If one of these blinds is equal, inserts nothing and returns its position.
 */
function insert(
  blinds: Buffer,
  { place, distinct, from }: { place: number; distinct: number[]; from: number },
): number | undefined {
  let at = distinct.length
  for (; at > from; at -= 1) {
    const before = distinct[at - 1] ?? 0
    const order = compare(blinds, before, place)
    if (order === 0) return before
    if (order < 0) break
  }
  distinct.splice(at, 0, place)
  return undefined
}

function compare(blinds: Buffer, one: number, other: number): number {
  return blinds.compare(blinds, startOf(other), startOf(other + 1), startOf(one), startOf(one + 1))
}

function startOf(place: number): number {
  return place * BLIND_BYTES
}
