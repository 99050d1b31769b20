import { hash } from 'node:crypto'
import { recordAudit } from '../audit/mod.ts'
import { MS_PER_HOUR, type Clock } from '../core/mod.ts'
import { oneRow, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { approvalTarget, type StoredRequest } from './approval.ts'
import { insertApproval, nextApprovalId, type NewApprovalRow } from './approval-rows.ts'

export interface NewApproval extends Omit<
  NewApprovalRow,
  'approvalId' | 'sealed' | 'digest' | 'at' | 'expiresAt'
> {
  readonly stored: StoredRequest
  readonly approvalHours: number
}

export interface RequestedApproval {
  readonly approvalId: number
  readonly expiresAt: number
}

/**
 * Stores an act that is not executed until a second person approves it. Refuses step_up_required if
 * the person has a passkey that has not confirmed it.
 */
export async function requestApproval(
  tx: Tx,
  { clock, vault }: { readonly clock: Clock; readonly vault: Vault },
  { stored, approvalHours, ...input }: NewApproval,
): Promise<RequestedApproval> {
  const { approval_id: id } = await oneRow(tx, nextApprovalId())
  const approvalId = Number(id)
  const at = clock.now()
  const expiresAt = at + approvalHours * MS_PER_HOUR
  const plaintext = Buffer.from(JSON.stringify(stored), 'utf8')
  const sealed = vault.seal('credentials', sealingContext(approvalId, 'request'), plaintext)
  vault.requireKeys(tx, [sealed])
  const digest = hash('sha256', plaintext, 'buffer')
  tx.write(insertApproval({ ...input, approvalId, sealed, digest, at, expiresAt }))
  recordAudit(tx, {
    partnerId: input.partnerId,
    actor: input.requester,
    action: 'approval.request',
    target: approvalTarget(approvalId),
    valueOut: 'beyond',
    reason: input.reason,
    before: input.before,
    after: { kind: input.kind, request: input.request, asked: input.after },
    at,
  })
  return { approvalId, expiresAt }
}

export function sealingContext(approvalId: number, part: 'request' | 'response'): string {
  return `approval:${approvalId}:${part}`
}

/** Returns a request as it was stored. */
export async function openRequest(
  vault: Vault,
  approvalId: number,
  sealed: Buffer,
): Promise<StoredRequest> {
  return (await openSealed(vault, sealingContext(approvalId, 'request'), sealed)) as StoredRequest
}

/** The response of an approved act. */
export interface StoredResponse {
  readonly status: number
  readonly body: unknown
}

export async function openResponse(
  vault: Vault,
  approvalId: number,
  sealed: Buffer,
): Promise<StoredResponse> {
  return (await openSealed(vault, sealingContext(approvalId, 'response'), sealed)) as StoredResponse
}

async function openSealed(vault: Vault, context: string, sealed: Buffer): Promise<unknown> {
  await vault.prepare([sealed])
  return JSON.parse(vault.open('credentials', context, sealed).toString('utf8'))
}
