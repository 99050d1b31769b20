import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { merchantSigningRows } from '../issuer/mod.ts'
import { createCredentialStore, CredentialUses } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'

export function createCredentials(options: { db: Database; vault: Vault; clock: Clock }) {
  return {
    credentials: createCredentialStore(options),
    credentialUses: new CredentialUses(options),
    merchantCredentials: createCredentialStore({ ...options, signingRows: merchantSigningRows }),
  }
}
