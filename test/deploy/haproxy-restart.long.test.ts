import { test } from 'vitest'
import { startService } from '../support/service.ts'
import { HAPROXY, startBalancer } from './balancer-programs.ts'
import { rollUnderLoad, startFleet } from './rolling.ts'

test('behind HAProxy, a rolling restart under load fails, loses and doubles no order', async () => {
  const service = await startService({ settings: { role: 'api' } })
  const fleet = await startFleet(service)
  const balancer = await startBalancer(HAPROXY, fleet.urls)

  await rollUnderLoad(service, fleet, async () => balancer)
})
