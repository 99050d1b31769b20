import { lineFault, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { type AccountName, accountText, readAccounts } from './account-rows.ts'
import { ADAPTERS } from './adapters/mod.ts'
import type { Adapter } from './adapter.ts'
import { openSecrets } from './connections.ts'
import { findPurchasesNamed } from './find-purchase.ts'
import { hurryCreate } from './release-rows.ts'
import type { SupplierWebhook } from './webhook-fields.ts'

interface WebhookContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

const REFERENCES_MAX = 20
const REFERENCE_LENGTH_MAX = 100

/**
 * Makes a look-up of each purchase that a supplier's webhook names due, and returns the batches.
 * Nothing else in the webhook is trusted: the look-up decides. Returns undefined unless the
 * supplier of an active account has signed the webhook.
 */
export async function receiveWebhook(
  { db, vault, clock }: WebhookContext,
  name: AccountName,
  webhook: SupplierWebhook,
): Promise<readonly BatchKey[] | undefined> {
  const adapters: Readonly<Record<string, Adapter>> = ADAPTERS
  const adapter = Object.hasOwn(adapters, name.adapter) ? adapters[name.adapter] : undefined
  const account = (await readAccounts(db)).find(
    (one) => one.adapter === name.adapter && one.name === name.name,
  )
  if (!adapter?.readWebhook || !account?.active) return undefined
  await vault.prepare([account.sealed])
  const { environment, settings } = account
  const secrets = openSecrets(vault, account)
  const now = clock.now()
  const references = adapter.readWebhook(webhook, { environment, settings, secrets, now })
  if (!references) return undefined
  const batches: BatchKey[] = []
  for (const reference of new Set(references.slice(0, REFERENCES_MAX))) {
    // No purchase has a text that cannot be stored.
    if (lineFault(reference, REFERENCE_LENGTH_MAX) !== undefined) continue
    for (const purchase of await findPurchasesNamed(db, reference)) {
      // Another supplier may use the same number.
      if (purchase.supplier !== accountText(account)) continue
      await db.rows(hurryCreate(purchase, now))
      if (purchase.status === 'PLACING' || purchase.status === 'PLACED') batches.push(purchase)
    }
  }
  return batches
}
