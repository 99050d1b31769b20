import { expect, test, vi } from 'vitest'
import { ClientWrites } from '../../src/http/client-writes.ts'
import { openService } from '../support/service.ts'

test('clients count as writing while the last two writes came within a moment', () => {
  let now = 1_000
  const writes = new ClientWrites({ now: () => 0, monotonic: () => now })
  expect(writes.areComing()).toBe(false)

  writes.came()
  expect(writes.areComing()).toBe(false)

  now += 10
  writes.came()
  now += 9
  expect(writes.areComing()).toBe(true)

  now += 1
  expect(writes.areComing()).toBe(false)
})

test('writes of partners are counted; their reads, and writes of the operator, are not', async () => {
  const service = await openService()
  const came = vi.spyOn(service.services.clientWrites, 'came')
  await fetch(`${service.url}/v2/orders`)
  await fetch(`${service.url}/admin/v1/products`, { method: 'POST' })
  expect(came).not.toHaveBeenCalled()

  await fetch(`${service.url}/v2/orders`, { method: 'POST' })
  expect(came).toHaveBeenCalledOnce()
  await service.end()
})
