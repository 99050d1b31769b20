import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyCache } from '../../src/vault/key-cache.ts'
import type { DataKey } from '../../src/vault/key-wraps.ts'

function aKey(keyId: number): DataKey {
  return { keyId, purpose: 'codes', key: createSecretKey(Buffer.alloc(32)) }
}

function cacheOf(generationMax: number, count: number): KeyCache {
  const cache = new KeyCache(generationMax)
  for (let keyId = 1; keyId <= count; keyId += 1) cache.put(aKey(keyId))
  return cache
}

/** Returns the ids of the cached keys among these. Each `get` marks a key as used. */
function idsIn(cache: KeyCache, ids: readonly number[]): number[] {
  return ids.filter((keyId) => cache.get(keyId)?.keyId === keyId)
}

test('two generations of keys are cached, the oldest one is dropped', () => {
  expect(idsIn(cacheOf(2, 4), [1])).toEqual([1])
  expect(idsIn(cacheOf(2, 5), [1])).toEqual([])
  expect(idsIn(cacheOf(2, 5), [2])).toEqual([])
  expect(idsIn(cacheOf(2, 5), [3])).toEqual([3])
  expect(idsIn(cacheOf(2, 5), [4, 5])).toEqual([4, 5])
})

test('a key that is used stays while others are read', () => {
  const cache = cacheOf(2, 3)
  expect(cache.get(1)?.keyId).toBe(1)

  cache.put(aKey(4))

  expect(idsIn(cache, [1, 3, 4])).toEqual([1, 3, 4])
  expect(cache.get(2)).toBeUndefined()
})

test('a deleted key is in no generation, and a cleared cache has none', () => {
  const cache = cacheOf(2, 3)
  cache.delete(1)
  cache.delete(3)
  expect(idsIn(cache, [1, 2, 3])).toEqual([2])

  cache.clear()

  expect(idsIn(cache, [1, 2, 3])).toEqual([])
  const used = cacheOf(1, 2)
  used.clear()
  expect(idsIn(used, [1, 2])).toEqual([])
})
