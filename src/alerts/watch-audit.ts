import { checkNextDays, type ChainFault, type ChainReader } from '../audit/mod.ts'
import type { Database } from '../db/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'

export type AuditWatchOptions = ChainReader & { readonly db: Database }

const SUBJECT = 'audit'

/**
 * Returns a function that verifies the chain of the audit log part by part. Any number of processes
 * may do so. The first call does nothing: it leaves time to seal the entries that waited for a
 * process to start.
 */
export function createAuditCheck(options: AuditWatchOptions): () => Promise<void> {
  let isStarting = true
  return async () => {
    if (!isStarting) await followAuditFaults(options)
    isStarting = false
  }
}

/** Verifies the next days if that is due, and raises or resolves the alert. */
export async function followAuditFaults(
  options: AuditWatchOptions,
  entriesMax?: number,
): Promise<void> {
  const checked = await checkNextDays(options, entriesMax)
  if (!checked) return
  const expected = new Map(checked.fault ? [[SUBJECT, alertOf(checked.fault)]] : [])
  const at = options.clock.now()
  await followAlerts(options.db, { kind: 'audit_broken', at, isCounted: true }, expected)
}

function alertOf({ message, ...place }: ChainFault): AlertText {
  const { day, place: number, auditId } = place
  const words = [
    day === undefined ? undefined : `day ${day}`,
    number === undefined ? undefined : `place ${number}`,
    auditId === undefined ? undefined : `entry ${auditId}`,
  ].filter((word) => word !== undefined)
  const where = words.length > 0 ? ` at ${words.join(', ')}` : ''
  return {
    severity: 'critical',
    message: `the audit log does not verify${where}: ${message}`,
    details: { ...place, fault: message },
  }
}
