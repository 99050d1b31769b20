import type { Config } from '../settings/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { hasKeys, loadMasterKeys, openVault, type Vault } from '../vault/mod.ts'

/** Opens the vault of the database with the master key of the settings. */
export async function openConfiguredVault(
  { config, clock }: { readonly config: Config; readonly clock: Clock },
  db: Database,
): Promise<Vault> {
  const masterKeys = await loadMasterKeys({
    configured: config.masterKey,
    previous: config.masterKeyPrevious,
    kms: config,
    dataDir: config.dataDir,
    isSealed: () => hasKeys(db),
  })
  return openVault({ db, clock, ...masterKeys })
}
