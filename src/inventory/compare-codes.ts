import { BLIND_BYTES } from '../vault/mod.ts'
import type { IndexedCode } from './code-index-rows.ts'

/** The codes of a chunk that are in the index, by the positions of their blinds. */
export interface KnownCodes {
  /** Codes that the product has had. */
  readonly ofProduct: ReadonlySet<number>
  /** Codes of another product, with a text that says where they are. */
  readonly elsewhere: ReadonlyMap<number, string>
}

export function isKnown({ ofProduct, elsewhere }: KnownCodes, place: number): boolean {
  return ofProduct.has(place) || elsewhere.has(place)
}

export const NONE_KNOWN: KnownCodes = { ofProduct: new Set(), elsewhere: new Map() }

/** Divides codes of the index into those of the product and those of other products. */
export function toKnown(
  productId: number,
  places: ReadonlyMap<string, number>,
  indexed: readonly IndexedCode[],
): KnownCodes {
  const ofProduct = new Set<number>()
  const elsewhere = new Map<number, string>()
  for (const code of indexed) {
    const place = places.get(code.blind.toString('latin1'))
    if (place === undefined) continue
    if (code.product_id === productId) ofProduct.add(place)
    else elsewhere.set(place, whereabouts(code))
  }
  return { ofProduct, elsewhere }
}

/** Returns a text that names the product and the lot of a code. */
export function whereabouts({ product_id: productId, lot }: IndexedCode): string {
  return lot === null
    ? `product ${productId} has it, bought at a supplier`
    : `product ${productId} has it in lot "${lot}"`
}

/** Returns the position of each blind, by its bytes as text. */
export function placesOf(blinds: Uint8Array): Map<string, number> {
  const text = Buffer.from(blinds.buffer, blinds.byteOffset, blinds.length).toString('latin1')
  const places = new Map<string, number>()
  for (let at = 0; at * BLIND_BYTES < text.length; at += 1) {
    places.set(text.slice(at * BLIND_BYTES, (at + 1) * BLIND_BYTES), at)
  }
  return places
}

/** Returns the blinds without those of `codes`, in the same order. */
export function without(blinds: Uint8Array, codes: readonly { readonly blind: Buffer }[]): Buffer {
  const places = placesOf(blinds)
  for (const { blind } of codes) places.delete(blind.toString('latin1'))
  return Buffer.from([...places.keys()].join(''), 'latin1')
}
