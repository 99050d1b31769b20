import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fingerprintOf, fingerprintOfMany } from '../../src/orders/mod.ts'

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

test('a body is hashed with its keys sorted at every depth, and its lists in their order', () => {
  const body = { b: [{ z: 1, y: null }, 'x'], a: { d: 0.1, c: true } }

  expect(fingerprintOf(body)).toEqual(sha256('{"a":{"c":true,"d":0.1},"b":[{"y":null,"z":1},"x"]}'))
  expect(fingerprintOf({ a: { c: true, d: 0.1 }, b: [{ y: null, z: 1 }, 'x'] })).toEqual(
    fingerprintOf(body),
  )
})

test('other values, another order of a list or another nesting give another hash', () => {
  const bodies = [{}, [], [1, 2], [2, 1], [[1], 2], { a: 1 }, { a: '1' }, { b: 1 }, { a: {} }, null]
  const hashes = bodies.map((body) => fingerprintOf(body).toString('hex'))

  expect(new Set(hashes).size).toBe(bodies.length)
})

test('a key with a quote is written as JSON writes it', () => {
  expect(fingerprintOf({ 'a"b': 1 })).toEqual(sha256('{"a\\"b":1}'))
})

test.each([
  ['fields before and after the rows', { b: [1], z: { y: 2, a: null } }],
  ['fields before them', { b: 'x' }],
  ['fields after them', { z: 'x' }],
  ['no other field', {}],
])('many rows have the hash of their body: %s', async (_name, fields) => {
  const rows = Array.from({ length: 1_201 }, (_, at) => ({ name: `n${at}`, 'a"': [at, null] }))
  const body = { ...fields, rows }

  expect(await fingerprintOfMany(body, 'rows')).toEqual(fingerprintOf(body))
})
