import { test } from 'vitest'
import { breakFiles, failPostgres } from './fail-postgres.ts'
import { LOCAL_WEBHOOKS } from './interrupted-webhooks.ts'
import { killService } from './kill-service.ts'
import { LoadedService } from './loaded-service.ts'
import { inTurn } from '../support/turns.ts'
import { backupSettings, restoreInstant } from './restore-instant.ts'
import { stopService } from './stop-service.ts'

const FAULTS = [killService, stopService, failPostgres, restoreInstant]

test('service and PostgreSQL are killed, stopped and restored in turn under load: each write is stored once', async () => {
  const loaded = await LoadedService.start({ ...LOCAL_WEBHOOKS, ...backupSettings() })
  for (const strike of inTurn(FAULTS, 4)) await strike(loaded)
  await loaded.account()
  await breakFiles(loaded)
})
