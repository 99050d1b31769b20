import { raiseAlert } from '../alerts/mod.ts'
import { MS_PER_DAY, groupBy, type Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { insertAttempts } from './attempt-rows.ts'
import {
  deleteDeliveries,
  promoteFirst,
  saveDeliveries,
  setProgress,
  type Progress,
} from './delivery-rows.ts'
import { endpointTarget } from './endpoint-audit.ts'
import { formatEndpointId, type DisabledReason } from './endpoint.ts'
import type { Attempt, Settlement } from './endpoint-run.ts'
import { lockLeased, type EndpointLease } from './lease-rows.ts'

export interface SettleOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
}

const GONE = 410
/** An endpoint that has accepted nothing for this time is disabled. */
const FAILING_DAYS_MAX = 5
/**
 * An endpoint is disabled only once this attempt of one event has failed, which is half an hour
 * after the first. So a short fault after a week without events does not disable it.
 */
const DISABLING_ATTEMPT = 4

/**
 * Writes the results of endpoints in one transaction. Results under a lost lease are not written:
 * the next holder repeats the work. Returns the lost leases.
 */
export async function writeSettlements(
  { db }: Pick<SettleOptions, 'db'>,
  settlements: readonly Settlement[],
  now: number,
): Promise<EndpointLease[]> {
  const sorted = settlements.toSorted((one, other) => one.lease.endpointId - other.lease.endpointId)
  const leases = sorted.map(({ lease }) => lease)
  return await transact(db, async (tx) => {
    const locked = await tx.rows(lockLeased(leases))
    const failing = new Map(
      locked.map((row) => [Number(row.endpoint_id), row.failing_since?.getTime()]),
    )
    const current = sorted.filter(({ lease }) => failing.has(lease.endpointId))
    const progress = current.map((one) => progressOf(one, failing.get(one.lease.endpointId), now))
    writeAll(tx, current, { progress, now })
    return leases.filter(({ endpointId }) => !failing.has(endpointId))
  })
}

function writeAll(
  tx: Tx,
  current: readonly Settlement[],
  { progress, now }: { progress: readonly Progress[]; now: number },
): void {
  const attempts = current.flatMap(({ lease, attempts: ended }) =>
    ended.map((attempt) => attemptRow(lease, attempt)),
  )
  const saved = current.flatMap((one) => one.saved)
  const removed = current.flatMap((one) => one.removed)
  const subjects = current.flatMap(({ lease, subjects: names }) =>
    names.map((subject) => ({ ...lease, subject })),
  )
  if (attempts.length > 0) tx.write(insertAttempts(attempts))
  if (saved.length > 0) tx.write(saveDeliveries(saved))
  if (removed.length > 0) tx.write(deleteDeliveries(removed))
  if (subjects.length > 0) tx.write(promoteFirst(subjects, now))
  if (progress.length > 0) tx.write(setProgress(progress))
  for (const one of progress) if (one.disabledReason) raiseDisabled(tx, one, now)
}

function attemptRow(
  { partnerId, endpointId }: EndpointLease,
  { delivery, response, at, nextTryAt }: Attempt,
) {
  const { eventNo, type: eventType } = delivery.event
  const attempt = delivery.attempts + 1
  return {
    partnerId,
    endpointId,
    eventNo,
    eventType,
    attempt,
    attemptedAt: at,
    nextTryAt,
    ...response,
  }
}

function progressOf(
  { lease, attempts, lastEvent }: Settlement,
  failingSince: number | undefined,
  now: number,
): Progress {
  const { partnerId, endpointId } = lease
  const { success = [], failure = [] } = Object.fromEntries(
    groupBy(attempts, ({ response }) => (response.fault === undefined ? 'success' : 'failure')),
  )
  const isStillFailing = attempts.at(-1)?.response.fault !== undefined
  const before = success.length > 0 ? undefined : failingSince
  const since = failure.length > 0 && isStillFailing ? (before ?? now) : before
  const disabledReason = reasonOf(failure, since, now)
  return { partnerId, endpointId, lastEvent, failingSince: since, disabledReason }
}

function reasonOf(
  failures: readonly Attempt[],
  failingSince: number | undefined,
  now: number,
): DisabledReason | undefined {
  if (failures.some(({ response }) => response.status === GONE)) return 'gone'
  const isLate = failingSince !== undefined && now - failingSince >= FAILING_DAYS_MAX * MS_PER_DAY
  const isRepeated = failures.some(({ delivery }) => delivery.attempts + 1 >= DISABLING_ATTEMPT)
  return isLate && isRepeated ? 'failing' : undefined
}

function raiseDisabled(tx: Tx, { disabledReason: reason, ...name }: Progress, at: number): void {
  const id = formatEndpointId(name)
  const cause =
    reason === 'gone' ? 'responded 410 Gone' : `has accepted nothing for ${FAILING_DAYS_MAX} days`
  raiseAlert(tx, {
    kind: 'webhook_disabled',
    subject: endpointTarget(name),
    severity: 'warning',
    message:
      `webhook endpoint ${id} of partner ${name.partnerId} ${cause} and is disabled: agree with ` +
      `the partner, then run tessera webhooks enable ${id}`,
    details: { partnerId: name.partnerId, endpointId: id, reason: reason ?? null },
    at,
  })
}
