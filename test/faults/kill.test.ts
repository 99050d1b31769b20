import { expect, test } from 'vitest'
import { isLong } from '../support/length.ts'
import { accountFor } from './account-for.ts'
import { prepareCases } from './interrupted-cases.ts'
import { prepareSpending } from './interrupted-spending.ts'
import { LOCAL_WEBHOOKS, prepareWebhooks } from './interrupted-webhooks.ts'
import { Load } from './load.ts'
import { makeInstallation } from './service-process.ts'
import { makeFixture } from './fixture.ts'

const LANES = isLong ? 64 : 16
const KILLS = isLong ? 20 : 1
const ANSWERS_BETWEEN = isLong ? 120 : 40

test('kill -9 of the service under load: each acknowledged write is stored once and its event arrives, limits hold', async () => {
  const installation = makeInstallation()
  let service = await installation.start(LOCAL_WEBHOOKS)
  const [cases, spending] = [await prepareCases(service.url), await prepareSpending(service.url)]
  const fixture = await makeFixture(service.url)
  const webhooks = await prepareWebhooks(service.url, fixture.credentials)
  const load = new Load(fixture, service.url, { lanes: LANES })

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN / 2)
    await webhooks.hold()
    await load.grows(ANSWERS_BETWEEN / 2)
    if (kill === 1) await Promise.race([cases.send(), spending.send()])
    const orphan = installation.postmaster()
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    webhooks.release()
    service = await installation.start(LOCAL_WEBHOOKS)
    expect(installation.postmaster()).not.toBe(orphan)
    load.goesTo(service.url)
  }
  await load.grows(ANSWERS_BETWEEN)
  await load.end()

  expect(load.lost.length).toBeGreaterThan(KILLS)
  await webhooks.accountFor(load.writes)
  await cases.accountFor(service.url)
  await spending.accountFor(service.url)
  await accountFor(load, fixture, { url: service.url, dataDir: installation.dataDir })
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(installation.postmaster()).toBeUndefined()
})
