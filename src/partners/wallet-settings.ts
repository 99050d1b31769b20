import { recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import type { Partner } from './partner.ts'
import { setWalletSettings } from './partner-rows.ts'
import { getPartner, lockPartner } from './partners.ts'

/** The settings of what a partner's people may do with their wallets. */
export interface WalletSettings {
  /** The operator's switch; the partner can allow spending only if it is on. */
  readonly isAllowed: boolean
  /** True if owners of STANDARD wallets may spend them. */
  readonly isSpendingOn: boolean
  /** True if people sign in by a mailed code, and mails about credits link to that page. */
  readonly isSignInOn: boolean
}

export async function getWalletSettings(db: Db, partnerId: number): Promise<WalletSettings> {
  return settingsOf(await getPartner(db, partnerId))
}

function settingsOf({ walletSpending, walletSpendingStopped, walletSignIn }: Partner) {
  return {
    isAllowed: walletSpending,
    isSpendingOn: walletSpending && !walletSpendingStopped,
    isSignInOn: walletSignIn,
  }
}

export interface WalletSettingsChange {
  readonly isSpendingOn?: boolean | undefined
  readonly isSignInOn?: boolean | undefined
  readonly actor: Actor
  readonly at: number
}

/**
 * Changes the wallet settings on behalf of an owner of the partner. Audited; writes nothing if
 * nothing changes. Once spending is off, undecided spends are refused.
 *
 * Refuses state_conflict if spending is switched on but the operator has not allowed it.
 */
export async function changeWalletSettings(
  tx: Tx,
  partnerId: number,
  { isSpendingOn, isSignInOn, actor, at }: WalletSettingsChange,
): Promise<WalletSettings> {
  const before = await lockPartner(tx, partnerId)
  if (isSpendingOn === true && !before.walletSpending) {
    throw new Refusal('state_conflict', 'the operator has not switched on that wallets are spent')
  }
  const after = {
    ...before,
    walletSpendingStopped:
      isSpendingOn === undefined ? before.walletSpendingStopped : !isSpendingOn,
    walletSignIn: isSignInOn ?? before.walletSignIn,
  }
  const isSame =
    after.walletSpendingStopped === before.walletSpendingStopped &&
    after.walletSignIn === before.walletSignIn
  if (isSame) return settingsOf(before)
  await tx.rows(setWalletSettings(after))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'partner.wallet_settings',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: auditable(before),
    after: auditable(after),
    at,
  })
  return settingsOf(after)
}

function auditable({ walletSpendingStopped, walletSignIn }: Partner) {
  return { walletSpendingStopped, walletSignIn }
}
