import { lockRaised, openAlertsOf, raiseAlert, resolveAlert } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { oneRow, transact, type Database, type Statement, type Tx, type Writer } from '../db/mod.ts'
import { hasFaulty, markFault } from './fault-rows.ts'
import type { Purchase } from './purchase-rows.ts'
import { referenceOf } from './reference.ts'
import { backoffSeconds } from './times.ts'

export interface PollContext {
  readonly db: Database
  readonly clock: Clock
  /** Seconds until an order there is polled again. */
  nextPollSeconds(): number
}

const FAULT_LENGTH_MAX = 400
const KIND = 'upstream_mismatch'
const SUBJECT = 'product:'

/**
 * Records a fault of a purchase and raises an alert, because only people can clear it up with the
 * upstream. Neither the fault nor the alert contains a code.
 */
export async function raiseMismatchAlert(
  context: PollContext,
  purchase: Purchase,
  { upstream, fault }: { readonly upstream: string; readonly fault: string },
): Promise<void> {
  await transact(context.db, (tx) => {
    tx.write(recordFault(context, purchase, fault))
    raiseMismatch(tx, { purchase, upstream, fault, at: context.clock.now() })
    return Promise.resolve()
  })
}

/** Records a fault. A released purchase is polled less often with each further fault. */
export function recordFault(
  { clock, nextPollSeconds }: PollContext,
  purchase: Purchase,
  fault: string,
): Statement<never> {
  const now = clock.now()
  const againAt = now + backoffSeconds(nextPollSeconds(), purchase.faults) * 1_000
  return markFault(purchase, fault.slice(0, FAULT_LENGTH_MAX), { now, againAt })
}

interface Mismatch {
  readonly purchase: Purchase
  /** The name of the account. */
  readonly upstream: string
  readonly fault: string
  readonly at: number
}

export function raiseMismatch(tx: Writer, { purchase, upstream, fault, at }: Mismatch): void {
  const { productId } = purchase
  const said = fault.slice(0, FAULT_LENGTH_MAX)
  raiseAlert(tx, {
    ...alertOf(productId),
    severity: 'critical',
    message: `bought at ${upstream} for product ${productId}: ${said}`,
    details: { upstream, reference: referenceOf(purchase) },
    at,
  })
}

/**
 * Resolves each alert whose product has no faulty purchase any more, because a later poll found no
 * fault or the purchase ended without one.
 */
export async function resolveCleared({
  db,
  clock,
}: Pick<PollContext, 'db' | 'clock'>): Promise<void> {
  for (const subject of (await openAlertsOf(db, KIND)).keys()) {
    const productId = Number(subject.slice(SUBJECT.length))
    await transact(db, (tx) => resolveMismatch(tx, productId, clock.now()))
  }
}

/**
 * Resolves the alert of a product that has no faulty purchase. A purchase that was stocked with
 * codes that were not new stays faulty; then the operator resolves the alert.
 */
export async function resolveMismatch(tx: Tx, productId: number, at: number): Promise<void> {
  const alert = alertOf(productId)
  // Serializes transactions that close the last purchases, so that the second one sees the first.
  const raisedAt = await lockRaised(tx, alert)
  if (raisedAt === undefined) return
  const { any } = await oneRow(tx, hasFaulty(productId, raisedAt))
  if (!any) resolveAlert(tx, { ...alert, at })
}

function alertOf(productId: number) {
  return { kind: KIND, subject: `${SUBJECT}${productId}` } as const
}
