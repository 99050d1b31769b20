import { expect, test } from 'vitest'
import { breakFiles, failPostgres } from './fail-postgres.ts'
import { LOCAL_WEBHOOKS } from './interrupted-webhooks.ts'
import { killService } from './kill-service.ts'
import { LoadedService } from './loaded-service.ts'
import { backupSettings, restoreInstant } from './restore-instant.ts'
import { stopService } from './stop-service.ts'

const TIMEOUT_MS = 600_000

test.each([
  ['kill -9: each acknowledged write is stored once', killService, () => LOCAL_WEBHOOKS],
  ['SIGTERM: accepted requests get responses, leases are released', stopService, () => ({})],
  [
    'restored to an instant: each write with a response before it is there',
    restoreInstant,
    backupSettings,
  ],
])('%s', { timeout: TIMEOUT_MS }, async (_fault, strike, settingsOf) => {
  const loaded = await LoadedService.start(settingsOf())
  await strike(loaded)
  await loaded.account()
  expect(await loaded.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(loaded.postmaster()).toBeUndefined()
})

test('PostgreSQL is killed, then loses its files: nothing is lost or doubled', async () => {
  const loaded = await LoadedService.start()
  await failPostgres(loaded)
  await loaded.account()
  await breakFiles(loaded)
})
