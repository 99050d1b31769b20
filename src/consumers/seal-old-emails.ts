import { transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  deleteOldEmails,
  firstOldEmails,
  lockOldEmails,
  setEmails,
  type SealedRow,
} from './old-email-rows.ts'
import { sealEmail } from './sealed-email.ts'

const ROWS_AT_ONCE = 1_000

/**
 * Seals the addresses of earlier versions. Comes before anything asks for a consumer; repeated, it
 * goes on where it stopped. Of several processes one works and the others wait for it.
 */
export async function sealOldEmails(old: { db: Database; vault: Vault }): Promise<void> {
  while (await transact(old.db, (tx) => sealSome(tx, old.vault)));
}

/** Returns whether there was anything to do. */
async function sealSome(tx: Tx, vault: Vault): Promise<boolean> {
  await tx.rows(lockOldEmails())
  const rows = await tx.rows(firstOldEmails(ROWS_AT_ONCE))
  if (rows.length === 0) return false
  const sealed = rows.map((row): SealedRow => {
    const { partner_id: partnerId, consumer_id: consumerId, email } = row
    return { partnerId, consumerId, ...sealEmail(vault, partnerId, email) }
  })
  vault.requireKeys(
    tx,
    sealed.map((one) => one.sealed),
  )
  tx.write(setEmails(sealed))
  tx.write(deleteOldEmails(sealed))
  return true
}
