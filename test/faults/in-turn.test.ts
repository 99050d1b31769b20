import { test } from 'vitest'
import { breakFiles, failPostgres } from './fail-postgres.ts'
import { LOCAL_WEBHOOKS } from './interrupted-webhooks.ts'
import { killService } from './kill-service.ts'
import { LoadedService } from './loaded-service.ts'
import { backupSettings, restoreInstant } from './restore-instant.ts'
import { stopService } from './stop-service.ts'

test('service and PostgreSQL are killed, stopped and restored in turn under load: each write is stored once', async () => {
  const loaded = await LoadedService.start({ ...LOCAL_WEBHOOKS, ...backupSettings() })
  await killService(loaded)
  await stopService(loaded)
  await failPostgres(loaded)
  await restoreInstant(loaded)
  await loaded.account()
  await breakFiles(loaded)
})
