import { expect, test } from 'vitest'
import { startService } from '../support/service.ts'
import { rollUnderLoad, startFleet, type Route } from './rolling.ts'

test('restarting two API processes and a worker under load fails, loses and doubles no order', async () => {
  const service = await startService({ settings: { role: 'api' } })
  const fleet = await startFleet(service)

  await rollUnderLoad(service, fleet, byReadiness(fleet.urls))
})

/** What a balancer does: a credential goes to its own process while that is ready. */
function byReadiness(urls: readonly string[]): Route {
  return async (clientId) => {
    const ready = await Promise.all(urls.map(isReady))
    const usable = urls.filter((_url, at) => ready[at])
    expect(usable).not.toEqual([])
    const [first = ''] = clientId
    return usable[Number.parseInt(first, 16) % usable.length] ?? ''
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  )
}
