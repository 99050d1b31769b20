import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortBlinds } from '../../src/inventory/sort-blinds.ts'
import { BLIND_BYTES } from '../../src/vault/mod.ts'

/** Blinds of few different bytes, so that many are equal, or have equal beginnings. */
const blind = fc
  .tuple(fc.constantFrom(0, 255), fc.constantFrom(0, 255), fc.constantFrom(0, 1, 255))
  .map(([first, fourth, last]) => {
    const bytes = Buffer.alloc(BLIND_BYTES)
    bytes[0] = first
    bytes[4] = fourth
    bytes[BLIND_BYTES - 1] = last
    return bytes
  })

test('different blinds are sorted by their bytes; of equal ones, all but the first are repeated', () => {
  fc.assert(
    fc.property(fc.array(blind, { maxLength: 40 }), (blinds) => {
      const { distinct, repeated } = sortBlinds(Buffer.concat(blinds))

      const texts = blinds.map((bytes) => bytes.toString('hex'))
      const expected = [...new Set(texts)].toSorted().map((text) => texts.indexOf(text))
      expect(distinct).toEqual(expected)
      const others = texts.flatMap((text, place) => {
        const first = texts.indexOf(text)
        return first < place ? [{ place, first }] : []
      })
      expect(repeated.toSorted((one, other) => one.place - other.place)).toEqual(others)
    }),
  )
})

test('100,000 blinds are sorted', () => {
  const count = 100_000
  const blinds = randomBytes(count * BLIND_BYTES)
  const textAt = (place: number): string =>
    blinds.toString('latin1', place * BLIND_BYTES, (place + 1) * BLIND_BYTES)

  const { distinct, repeated } = sortBlinds(blinds)

  expect(repeated).toEqual([])
  expect(distinct).toHaveLength(count)
  expect(distinct.map(textAt)).toEqual(
    Array.from({ length: count }, (_, at) => textAt(at)).toSorted(),
  )
})
