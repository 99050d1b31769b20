/**
 * Returns the place at which each part begins in the concatenation, counted from 1. The bytes are
 * sent as one parameter and split by the statement: as an array they would be text of twice the
 * size.
 */
export function bytePlaces(sizes: readonly number[]): number[] {
  let next = 1
  return sizes.map((size) => {
    const place = next
    next += size
    return place
  })
}
