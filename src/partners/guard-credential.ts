import { checkLine, REASON_LENGTH_MAX, type Clock } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { checkNetworks } from './address-list.ts'
import { recordAudit } from '../audit/mod.ts'
import { setGuards } from './credential-rows.ts'
import {
  credentialTarget,
  lockCredential,
  type Credential,
  type CredentialAct,
} from './credentials.ts'

export interface GuardChange extends CredentialAct {
  readonly requireSignatureV2?: boolean | undefined
  /** Networks in CIDR notation. Null allows every address again. */
  readonly allowedAddresses?: readonly string[] | null | undefined
}

/**
 * Changes the restrictions of a credential and returns it. Absent fields stay. Applies in other
 * processes within a second.
 *
 * Refuses, in this order:
 *   invalid_request   a reason that cannot be stored, an address that is not a network
 *   not_found         no such partner, or the credential is not its own
 */
export async function guardCredential(
  tx: Tx,
  clock: Clock,
  change: GuardChange,
): Promise<Credential> {
  if (change.reason !== undefined) checkLine('reason', change.reason, REASON_LENGTH_MAX)
  const networks = change.allowedAddresses && checkNetworks(change.allowedAddresses)
  const now = clock.now()
  const { credential: before, needs } = await lockCredential(tx, change, now)
  const guards = {
    requiresSignatureV2: change.requireSignatureV2 ?? before.requiresSignatureV2,
    allowedAddresses: networks === undefined ? before.allowedAddresses : (networks ?? undefined),
  }
  const isLooser = isLoosened(before, guards)
  await tx.rows(setGuards(change.clientId, guards))
  recordAudit(tx, {
    partnerId: change.partnerId,
    actor: change.actor,
    action: 'credential.guard',
    target: credentialTarget(change.clientId),
    valueOut: isLooser ? { kind: 'credentials' } : 'none',
    reason: change.reason,
    needs: isLooser ? needs : undefined,
    before: guardsOf(before),
    after: guardsOf(guards),
    at: now,
  })
  return { ...before, ...guards }
}

type Guards = Pick<Credential, 'requiresSignatureV2' | 'allowedAddresses'>

/** True if the change lets the credential be used in a way that was refused before. */
function isLoosened(before: Guards, after: Guards): boolean {
  if (before.requiresSignatureV2 && !after.requiresSignatureV2) return true
  const { allowedAddresses: stored } = before
  if (stored === undefined) return false
  return after.allowedAddresses?.every((network) => stored.includes(network)) !== true
}

function guardsOf({ requiresSignatureV2, allowedAddresses }: Guards) {
  return { requiresSignatureV2, allowedAddresses: allowedAddresses ?? null }
}
