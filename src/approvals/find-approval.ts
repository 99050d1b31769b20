import { type Clock, type Page, type PageRequest, notFound } from '../core/mod.ts'
import { maybeRow, type Db, type Sort } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { toApproval, type Approval, type StoredRequest } from './approval.ts'
import { approvalById, listStoredApprovals, type ApprovalFilter } from './approval-rows.ts'
import { openRequest, openResponse, type StoredResponse } from './request-approval.ts'

export const APPROVAL_SORTS = listStoredApprovals.sorts
export type ApprovalSort = Sort<(typeof APPROVAL_SORTS)[number]>

/** Returns a page of the approvals of acts with these permissions, newest first. */
export function listApprovals(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  request: Omit<ApprovalFilter, 'now'> & PageRequest & { readonly sort?: ApprovalSort | undefined },
): Promise<Page<Approval>> {
  return listStoredApprovals(db, { ...request, now: clock.now() })
}

/** An approval with its sealed request and response. */
export interface OpenedApproval {
  readonly approval: Approval
  /** Undefined once it is decided. */
  readonly stored: StoredRequest | undefined
  /** Undefined unless the act was done within the last day. */
  readonly response: StoredResponse | undefined
}

/** Returns an approval. Refuses not_found. */
export async function openApproval(
  { db, clock, vault }: { readonly db: Db; readonly clock: Clock; readonly vault: Vault },
  approvalId: number,
): Promise<OpenedApproval> {
  const row = await maybeRow(db, approvalById(approvalId, clock.now()))
  if (!row) throw notFound('approval')
  return {
    approval: toApproval(row),
    stored: row.sealed ? await openRequest(vault, approvalId, row.sealed) : undefined,
    response: row.response ? await openResponse(vault, approvalId, row.response) : undefined,
  }
}
