import { recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import type { Partner } from './partner.ts'
import { stopWalletSpending } from './partner-rows.ts'
import { getPartner, lockPartner } from './partners.ts'

/** Whether owners of the partner's STANDARD wallets may spend them. */
export interface WalletSettings {
  /** The operator's switch, which bounds the partner's. */
  readonly isAllowed: boolean
  /** The partner's own: on, unless one of its owners has turned it off. */
  readonly isOn: boolean
}

export async function getWalletSettings(db: Db, partnerId: number): Promise<WalletSettings> {
  return settingsOf(await getPartner(db, partnerId))
}

function settingsOf({ walletSpending, walletSpendingStopped }: Partner): WalletSettings {
  return { isAllowed: walletSpending, isOn: walletSpending && !walletSpendingStopped }
}

export interface WalletSettingsChange {
  readonly isOn: boolean
  readonly actor: Actor
  readonly at: number
}

/**
 * Turns the spending of wallets off, or on again, for an owner of the partner. Audited; does
 * nothing if it is so already. A spend that has not been decided yet is refused once it is off.
 *
 * Refuses state_conflict if it is turned on where the operator has not switched it on.
 */
export async function changeWalletSettings(
  tx: Tx,
  partnerId: number,
  { isOn, actor, at }: WalletSettingsChange,
): Promise<WalletSettings> {
  const partner = await lockPartner(tx, partnerId)
  const before = settingsOf(partner)
  if (isOn && !before.isAllowed) {
    throw new Refusal('state_conflict', 'the operator has not switched on that wallets are spent')
  }
  if (isOn === !partner.walletSpendingStopped) return before
  await tx.rows(stopWalletSpending(partnerId, !isOn))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'partner.wallet_spending',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: { walletSpendingStopped: partner.walletSpendingStopped },
    after: { walletSpendingStopped: !isOn },
    at,
  })
  return { ...before, isOn }
}
