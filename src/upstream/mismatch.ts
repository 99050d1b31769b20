import { lockRaised, openAlertsOf, raiseAlert, resolveAlert } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { oneRow, transact, type Database, type Statement, type Tx, type Writer } from '../db/mod.ts'
import { hasFaulty, markFault } from './fault-rows.ts'
import type { Purchase } from './purchase-rows.ts'
import { referenceOf } from './reference.ts'
import { looksAgainIn } from './times.ts'

export interface LookContext {
  readonly db: Database
  readonly clock: Clock
  /** When an order of theirs is looked at again. */
  nextLookSeconds(): number
}

const FAULT_LENGTH_MAX = 400
const KIND = 'upstream_mismatch'
const SUBJECT = 'product:'

/**
 * Keeps what is wrong with a purchase, and tells the operator of it: only people can clear that up
 * with an upstream. Holds no code.
 */
export async function raiseMismatchAlert(
  context: LookContext,
  purchase: Purchase,
  { upstream, fault }: { readonly upstream: string; readonly fault: string },
): Promise<void> {
  await transact(context.db, (tx) => {
    tx.write(keepFault(context, purchase, fault))
    raiseMismatch(tx, { purchase, upstream, fault, at: context.clock.now() })
    return Promise.resolve()
  })
}

/** What was wrong with a look; what was released is looked at later each time. */
export function keepFault(
  { clock, nextLookSeconds }: LookContext,
  purchase: Purchase,
  fault: string,
): Statement<never> {
  const now = clock.now()
  const againAt = now + looksAgainIn(nextLookSeconds(), purchase.faults) * 1_000
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
 * Resolves each alert whose product has no faulty purchase any more: a later look found nothing
 * wrong, or the purchase ended without a fault.
 */
export async function resolveCleared({
  db,
  clock,
}: Pick<LookContext, 'db' | 'clock'>): Promise<void> {
  for (const subject of (await openAlertsOf(db, KIND)).keys()) {
    const productId = Number(subject.slice(SUBJECT.length))
    await transact(db, (tx) => resolveMismatch(tx, productId, clock.now()))
  }
}

/**
 * Resolves the alert of a product of which no purchase is faulty. Purchases that were stocked with
 * codes that were not new since it was raised stay faulty: the operator resolves the alert then.
 */
export async function resolveMismatch(tx: Tx, productId: number, at: number): Promise<void> {
  const alert = alertOf(productId)
  // Of two that close the last ones at once, the second sees that the first has.
  const raisedAt = await lockRaised(tx, alert)
  if (raisedAt === undefined) return
  const { any } = await oneRow(tx, hasFaulty(productId, raisedAt))
  if (!any) resolveAlert(tx, { ...alert, at })
}

function alertOf(productId: number) {
  return { kind: KIND, subject: `${SUBJECT}${productId}` } as const
}
