import { expect, test } from 'vitest'
import type { StockedProduct } from '../../src/imports/mod.ts'
import { readInThread } from '../../src/imports/thread-client.ts'

test('once the thread has ended, every request is rejected', async () => {
  // Without a currency the thread fails before its first response.
  const reading = readInThread({} as StockedProduct)
  const read = (): Promise<unknown> => reading.read({ bytes: new Uint8Array(1), isLast: false }, 0)

  await expect(read()).rejects.toThrow('has ended')
  await expect(read()).rejects.toThrow('has ended')
  await expect(reading.sealAgain(0, new Uint8Array(), 0)).rejects.toThrow('has ended')
  reading.end()
})
