import type { ChainDay, ChainLink, EntryFields } from './chain.ts'
import type { DayRow, EntryRow, LinkRow } from './chain-rows.ts'

export function dayOf({ day, entries, head, signature, ...row }: DayRow): ChainDay {
  const { sealed_at: sealedAt, is_closed: isClosed } = row
  return { day, entries: Number(entries), head, sealedAt, isClosed, signature }
}

export function entryOf(row: EntryRow): EntryFields {
  const { at, actor, address, action, target, reason, before, after } = row
  return {
    at: at ?? '',
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actor,
    address,
    partnerId: row.partner_id,
    action,
    target,
    reason,
    before,
    after,
    approvalId: row.approval_id === null ? null : Number(row.approval_id),
    approverId: row.approver_id,
    approver: row.approver,
  }
}

export function linkOf(row: LinkRow): ChainLink {
  return {
    day: row.day,
    place: Number(row.place),
    auditId: Number(row.audit_id),
    sealedAt: row.sealed_at,
    hash: row.hash,
    mac: row.mac,
    entry: row.at === null ? undefined : entryOf(row),
  }
}
