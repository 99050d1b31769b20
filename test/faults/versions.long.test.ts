import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { buildPreviousVersion } from '../support/previous-version.ts'
import { accountFor } from './account-for.ts'
import { makeFixture } from './fixture.ts'
import { Load } from './load.ts'
import { joinSettings } from './join-settings.ts'
import { makeInstallation } from './service-process.ts'

const LANES = 16
const ANSWERS = 200

/**
 * The previous version makes the schema; this version joins it and expands the schema under load;
 * then the previous version joins this one. Every request gets its response.
 */
test('the previous version and this one serve the same database, whichever starts first', async () => {
  const previous = buildPreviousVersion()
  onTestFinished(() => rmSync(previous, { recursive: true, force: true }))
  const [first, second] = [makeInstallation({ isEmpty: true }), makeInstallation()]
  let older = await first.start({}, previous)
  const fixture = await makeFixture(older.url)
  const load = new Load(fixture, older.url, { lanes: LANES })
  await load.grows(ANSWERS)

  let newer = await second.start(joinSettings(first))
  await load.grows(ANSWERS)
  load.pointTo(newer.url)
  await load.grows(ANSWERS)
  expect(await newer.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(await older.end('SIGTERM')).toEqual({ code: 0, signal: null })

  newer = await first.start()
  load.pointTo(newer.url)
  await load.grows(ANSWERS)
  older = await second.start(joinSettings(first), previous)
  load.pointTo(older.url)
  await load.grows(ANSWERS)
  load.pointTo(newer.url)
  await load.grows(ANSWERS)
  await load.end()
  expect(await older.end('SIGTERM')).toEqual({ code: 0, signal: null })

  await accountFor(load, fixture, { url: newer.url, dataDir: first.dataDir })
  expect([...older.log, ...newer.log].filter(({ level }) => level >= 50)).toEqual([])
})
