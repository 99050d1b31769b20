import { expect } from 'vitest'
import { isLong } from '../support/length.ts'
import { prepareCases } from './interrupted-cases.ts'
import { prepareSpending } from './interrupted-spending.ts'
import { prepareWebhooks } from './interrupted-webhooks.ts'
import type { LoadedService } from './loaded-service.ts'

const KILLS = isLong ? 20 : 1
const ANSWERS_BETWEEN = isLong ? 120 : 24

/**
 * Kills the service while deliveries, cases and spending are under way, and starts it again: the
 * event of each acknowledged write arrives, and limits hold. Needs `LOCAL_WEBHOOKS`.
 */
export async function killService(loaded: LoadedService): Promise<void> {
  const { load, fixture, url } = loaded
  const [cases, spending] = [await prepareCases(url), await prepareSpending(url)]
  const webhooks = await prepareWebhooks(url, fixture.credentials)
  const [writtenBefore, lostBefore] = [load.writes.length, load.lost.length]

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN / 2)
    await webhooks.hold()
    await load.grows(ANSWERS_BETWEEN / 2)
    load.rush()
    if (kill === 1) await Promise.race([cases.send(), spending.send()])
    const orphan = loaded.postmaster()
    expect(await loaded.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    webhooks.release()
    await loaded.startAgain()
    expect(loaded.postmaster()).not.toBe(orphan)
  }
  await load.grows(ANSWERS_BETWEEN)
  await load.rest()

  expect(load.lost.length - lostBefore).toBeGreaterThan(KILLS)
  await webhooks.accountFor(load.writes.slice(writtenBefore))
  await cases.accountFor(loaded.url)
  await spending.accountFor(loaded.url)
  expect(loaded.service.log.filter(({ level }) => level >= 50)).toEqual([])
}
