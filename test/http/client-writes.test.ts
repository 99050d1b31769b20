import { expect, test, vi } from 'vitest'
import { ClientWrites } from '../../src/http/limits/client-writes.ts'
import { openService } from '../support/service.ts'

test('clients count as writing if two writes came within the last 20 ms', () => {
  let now = 1_000
  const writes = new ClientWrites({ now: () => 0, monotonic: () => now })
  expect(writes.areComing()).toBe(false)

  writes.record()
  expect(writes.areComing()).toBe(false)

  now += 10
  writes.record()
  now += 9
  expect(writes.areComing()).toBe(true)

  now += 1
  expect(writes.areComing()).toBe(false)
})

test('writes of partners are counted; their reads, and writes of the operator, are not', async () => {
  const service = await openService()
  const record = vi.spyOn(service.services.clientWrites, 'record')
  await fetch(`${service.url}/v2/orders`)
  await fetch(`${service.url}/admin/v1/products`, { method: 'POST' })
  expect(record).not.toHaveBeenCalled()

  await fetch(`${service.url}/v2/orders`, { method: 'POST' })
  expect(record).toHaveBeenCalledOnce()
  await service.end()
})
