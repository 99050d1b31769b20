/**
 * Where each part begins among the bytes of all of them, counted from 1: bytes go as one parameter
 * and are cut up by the statement, as an array they would go as text of twice the size.
 */
export function bytePlaces(sizes: readonly number[]): number[] {
  let next = 1
  return sizes.map((size) => {
    const place = next
    next += size
    return place
  })
}
