import { BLIND_BYTES } from '../vault/mod.ts'
import type { IndexedCode } from './code-index-rows.ts'

/** What the index knows of the codes of a chunk, by the places of their blinds. */
export interface KnownCodes {
  /** Those that the product has had. */
  readonly own: ReadonlySet<number>
  /** Those that another product has, and where they are, for people. */
  readonly elsewhere: ReadonlyMap<number, string>
}

export function isKnown({ own, elsewhere }: KnownCodes, place: number): boolean {
  return own.has(place) || elsewhere.has(place)
}

export const NONE_KNOWN: KnownCodes = { own: new Set(), elsewhere: new Map() }

/** Sorts what was found in the index into own codes and those of other products. */
export function toKnown(
  productId: number,
  places: ReadonlyMap<string, number>,
  found: readonly IndexedCode[],
): KnownCodes {
  const own = new Set<number>()
  const elsewhere = new Map<number, string>()
  for (const code of found) {
    const place = places.get(code.blind.toString('latin1'))
    if (place === undefined) continue
    if (code.product_id === productId) own.add(place)
    else elsewhere.set(place, whereabouts(code))
  }
  return { own, elsewhere }
}

/** Which product has a code, and in which lot, in words for people. */
export function whereabouts({ product_id: productId, lot }: IndexedCode): string {
  return lot === null
    ? `product ${productId} has it, bought upstream`
    : `product ${productId} has it in lot "${lot}"`
}

/** Where each blind stands, by its bytes as text. */
export function placesOf(blinds: Uint8Array): Map<string, number> {
  const text = Buffer.from(blinds.buffer, blinds.byteOffset, blinds.length).toString('latin1')
  const places = new Map<string, number>()
  for (let at = 0; at * BLIND_BYTES < text.length; at += 1) {
    places.set(text.slice(at * BLIND_BYTES, (at + 1) * BLIND_BYTES), at)
  }
  return places
}

/** The blinds that were not found, in the same order. */
export function without(blinds: Uint8Array, found: readonly { readonly blind: Buffer }[]): Buffer {
  const places = placesOf(blinds)
  for (const { blind } of found) places.delete(blind.toString('latin1'))
  return Buffer.from([...places.keys()].join(''), 'latin1')
}
