import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { claimCurrentKey, withOperatorWrite } from '../../src/audit/operator-write.ts'
import { Gate } from '../support/gate.ts'
import { TESTER } from '../support/tester.ts'

function writeUnder(key: string) {
  const requestFields = { request: 'POST /', fingerprint: Buffer.alloc(32), attempt: key }
  return { ...requestFields, key, sharedKey: key, actor: TESTER }
}

/** Returns how many writes hold their key in memory now. */
function claims(): number {
  const write = vi.fn<() => void>()
  claimCurrentKey({ write }, 'partner:1', 0)
  return write.mock.calls.length
}

test('a write holds its key while others end; promises are no longer tracked after the last', async () => {
  const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
  const gate = new Gate()
  const slow = withOperatorWrite(writeUnder('slow'), async () => {
    await gate.passed()
    return claims()
  })
  expect(await withOperatorWrite(writeUnder('quick'), async () => claims())).toBe(1)
  await expect(
    withOperatorWrite(writeUnder('failed'), () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  expect(disable).not.toHaveBeenCalled()

  gate.open()
  expect(await slow).toBe(1)
  expect(disable).toHaveBeenCalledOnce()
  expect(claims()).toBe(0)
  expect(await withOperatorWrite(writeUnder('later'), async () => claims())).toBe(1)
})
