import { recordAudit, type Actor } from '../audit/mod.ts'
import { isoTime } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { accountText, type AccountName, existingAccount } from './account-rows.ts'
import { hurryMirror } from './mirror-rows.ts'

/** Makes a worker read the catalog of an account at once. Refuses not_found. */
export async function mirrorNow(
  tx: Tx,
  name: AccountName,
  act: { readonly actor: Actor; readonly reason: string | undefined; readonly at: number },
): Promise<void> {
  const account = await existingAccount(tx, name)
  await tx.rows(hurryMirror(account.accountId, act.at))
  recordAudit(tx, {
    ...act,
    action: 'supplier.mirror',
    target: `supplier:${accountText(name)}`,
    valueOut: 'none',
    after: { dueAt: isoTime(act.at) },
  })
}
