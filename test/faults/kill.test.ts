import { expect, test } from 'vitest'
import { isLong } from '../support/length.ts'
import { accountFor } from './account-for.ts'
import { Load } from './load.ts'
import { makeInstallation } from './service-process.ts'
import { makeWorld } from './world.ts'

const LANES = isLong ? 64 : 16
const KILLS = isLong ? 20 : 1
const ANSWERS_BETWEEN = isLong ? 120 : 40

test('kill -9 of the service under load: every acknowledged write is stored once', async () => {
  const installation = makeInstallation()
  let service = await installation.start()
  const world = await makeWorld(service.url)
  const load = new Load(world, service.url, LANES)

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN)
    const orphan = installation.postmaster()
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    service = await installation.start()
    expect(installation.postmaster()).not.toBe(orphan)
    load.goesTo(service.url)
  }
  await load.grows(ANSWERS_BETWEEN)
  await load.end()

  expect(load.lost.length).toBeGreaterThan(KILLS)
  await accountFor(load, world, { url: service.url, dataDir: installation.dataDir })
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(installation.postmaster()).toBeUndefined()
})
