import { resolveFormer } from '../alerts/mod.ts'
import { transact } from '../db/mod.ts'
import { forgetHealth, forgetUnfunded } from '../fulfillment/mod.ts'
import { endPolls } from './account-rows.ts'
import { takeOverAccounts, type TakeOverContext } from './accounts.ts'
import { FORMER_SUPPLIER } from './former-settings.ts'
import { takeOverProducts } from './products.ts'
import { takeOverPurchases } from './purchases.ts'

/** Kinds of alerts that only the former supplier raised. */
const FORMER_ALERTS = ['upstream_waiting', 'upstream_unconfirmed', 'upstream_mismatch']

/**
 * Takes over the accounts, products and purchases of the former supplier, and resolves its alerts.
 * Does nothing in an installation that never had an account of this supplier.
 */
export async function takeOverAll(context: TakeOverContext): Promise<void> {
  const { db, clock } = context
  const accounts = await takeOverAccounts(context)
  if (accounts.length === 0) return
  await takeOverProducts(context, accounts)
  await takeOverPurchases(context, accounts)
  await transact(db, (tx) => {
    tx.write(forgetHealth(FORMER_SUPPLIER))
    tx.write(forgetUnfunded(FORMER_SUPPLIER))
    tx.write(endPolls())
    return Promise.resolve()
  })
  for (const about of [`${FORMER_SUPPLIER}:`, `supplier:${FORMER_SUPPLIER}:`]) {
    await resolveFormer(db, { kinds: FORMER_ALERTS, about, at: clock.now() })
  }
}
