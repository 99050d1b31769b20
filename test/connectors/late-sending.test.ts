import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Exchange } from '../../src/connectors/exchange.ts'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'

/** One more than the connections that an address can have. */
const REQUESTS = 33
const NOW = 1_000_000

test('a request that gets no free connection in time is not sent', async () => {
  const standIn = await startStandIn(SHOPS.tillo.open())
  const { secrets } = SHOPS.tillo
  const environment = 'sandbox' as const
  const account = { environment, secrets, settings: {}, baseUrl: standIn.url }
  const adapter = ADAPTERS.tillo
  // This clock stands still, however long the machine takes.
  const clock = { now: () => NOW, monotonic: () => 0 }
  const exchange = new Exchange({ adapter, account, clock, responseMs: 400 })
  const call = adapter.balance(exchange.account())
  standIn.books.faults.push({ of: 'any', does: 'silentBefore', times: REQUESTS })

  const sent = Array.from({ length: REQUESTS - 1 }, () => exchange.send(call).catch(String))
  const late = exchange.send(call, { beginUntil: NOW + 20 })

  await expect(late).rejects.toThrow('no free connection in time')
  const tooLate = exchange.send(call, { beginUntil: NOW })
  await expect(tooLate).rejects.toThrow('not be sent in time')
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['ResponseLost: no answer in time']))
  expect(standIn.arrived['other']).toBeLessThan(REQUESTS)
  exchange.close()
  await standIn.close()
})
