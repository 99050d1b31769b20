import { transact, type Database } from '../db/mod.ts'
import {
  type IssueOutcome,
  type IssueRequest,
  keyOf,
  keyText,
  type Supplier,
} from '../supply/mod.ts'
import { traced, type SpanStart, type Tracing } from '../telemetry/mod.ts'
import { Availability } from './availability.ts'
import { UpstreamError } from './client.ts'
import type { Connection, Connections } from './connections.ts'
import { raiseMismatchAlert } from './mismatch.ts'
import {
  insertPurchase,
  lastPurchases,
  type Purchase,
  type Target,
  toPurchase,
  tryAgain,
} from './purchase-rows.ts'
import { type Buying, didNothing, follow, type PurchaseContext, resume, send } from './purchase.ts'
import { NotAsBought } from '../connectors/mod.ts'
import { freshNames } from './reference.ts'
import { insertTombstones, lockPurchases, releasePurchases } from './release-rows.ts'
import { readSettings, validateSettings } from './settings.ts'

export interface UpstreamSupplierOptions extends PurchaseContext {
  readonly connections: Connections
  readonly tracing?: Tracing | undefined
}

/** Batches of one call that are advanced concurrently. */
const AT_ONCE = 16
/** How often one call looks up one batch. */
const ATTEMPTS_MAX = 3
/** Batches that a call has not begun within this time are left for the next call. */
const CALL_MS_MAX = 10_000
const NOT_BEGUN: IssueOutcome = { outcome: 'pending', askAgainInSeconds: 1 }

/**
 * Buys from other services with this interface, as their partner. A purchase has a row before
 * anything is sent, so it is found again after any failure, and `lookUp` is the same as `issue`:
 * both continue from the state of the row. See docs/decisions/upstream.md.
 *
 * Goods of a released batch go into stock of its product; see `Reconciler`.
 */
export function createUpstreamSupplier(options: UpstreamSupplierOptions): Supplier {
  const availability = new Availability(options.clock)
  const further = (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    advanceAll({ ...options, availability }, requests)
  return {
    name: 'upstream',
    issue: further,
    lookUp: further,
    release: (requests) => release(options, requests),
    accountOf: ({ upstream }) => (typeof upstream === 'string' ? upstream : ''),
    validateSettings,
  }
}

interface Context extends UpstreamSupplierOptions {
  readonly availability: Availability
}

async function advanceAll(
  context: Context,
  requests: readonly IssueRequest[],
): Promise<IssueOutcome[]> {
  const { db, clock } = context
  const connections = await context.connections.all()
  const rows = await db.rows(lastPurchases(requests))
  const last = new Map(rows.map((row) => [keyOf(row), toPurchase(row)]))
  const beginUntil = clock.monotonic() + CALL_MS_MAX
  const outcomes = requests.map(() => NOT_BEGUN)
  const waiting = requests.entries()
  const worker = async (): Promise<void> => {
    for (const [at, request] of waiting) {
      if (clock.monotonic() > beginUntil) return
      const state = { connections, last: last.get(keyText(request)) }
      outcomes[at] = await traced(context.tracing, purchaseSpan(request), () =>
        advanceWithRetries(context, request, { ...state, beginUntil }),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return outcomes
}

/** Each purchase has a span in the trace of its order, because a call may serve several orders. */
function purchaseSpan({ partnerId, traceparent }: IssueRequest): SpanStart {
  const start = { name: 'purchase', attributes: { 'tessera.partner_id': partnerId } }
  return traceparent === undefined ? start : { ...start, continues: () => [traceparent] }
}

/**
 * Advances one batch. If a response was lost, looks the order up at once, a few times. After a
 * timeout, no time is left for that.
 */
async function advanceWithRetries(
  context: Context,
  request: IssueRequest,
  { beginUntil, ...state }: PurchaseState & { readonly beginUntil: number },
): Promise<IssueOutcome> {
  let { last } = state
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await advance(context, request, { ...state, last })
    } catch (error) {
      const [row] = await context.db.rows(lastPurchases([request]))
      last = row && toPurchase(row)
      if (last && error instanceof NotAsBought) {
        const upstream = connectionOf(state, last).upstream.name
        await raiseMismatchAlert(context, last, { upstream, fault: error.message })
      }
      const isLost = error instanceof UpstreamError && error.kind === 'lost'
      const isLate = attempt === ATTEMPTS_MAX || context.clock.monotonic() > beginUntil
      if (!isLost || isLate) return outcomeOf(error)
    }
  }
}

/** Returns the outcome of a failed request. Throws the error if it is a fault of ours. */
function outcomeOf(error: unknown): IssueOutcome {
  if (error instanceof NotAsBought) {
    const reason = `not what was bought: ${error.message}`
    return { outcome: 'unknown', reason, isAlerted: true }
  }
  if (!(error instanceof UpstreamError)) throw error
  if (error.kind === 'busy' && error.retryAfterSeconds !== undefined) {
    const { retryAfterSeconds: askAgainInSeconds, message: reason } = error
    return { outcome: 'pending', askAgainInSeconds, reason }
  }
  return { outcome: 'unknown', reason: error.message }
}

interface PurchaseState {
  readonly connections: readonly Connection[]
  readonly last: Purchase | undefined
}

/** Takes the next step of one batch: buys, looks up, polls, or receives the items. */
async function advance(
  context: Context,
  request: IssueRequest,
  { connections, last }: PurchaseState,
): Promise<IssueOutcome> {
  if (last?.isReleased) return { outcome: 'refused', reason: 'the batch was released' }
  if (last?.status !== 'PLACING' && last?.status !== 'PLACED') {
    return begin(context, request, { connections, last })
  }
  const connection = connectionOf({ connections }, last)
  const buying: Buying = { request, purchase: last, connection }
  return last.status === 'PLACED' ? follow(context, buying) : resume(context, buying)
}

function connectionOf(
  { connections }: Pick<PurchaseState, 'connections'>,
  bought: Purchase,
): Connection {
  const connection = connections.find(({ upstream }) => upstream.upstreamId === bought.upstreamId)
  if (!connection) throw new Error(`the supplier ${bought.upstreamId} of a purchase is not there`)
  return connection
}

async function begin(
  context: Context,
  request: IssueRequest,
  { connections, last }: PurchaseState,
): Promise<IssueOutcome> {
  const settings = readSettings(request.settings)
  if ('fault' in settings) {
    return { outcome: 'refused', reason: `settings.${settings.field} ${settings.fault}` }
  }
  const connection = connections.find(({ upstream }) => upstream.name === settings.upstream)
  if (!connection?.upstream.isActive) {
    return { outcome: 'refused', reason: `the supplier ${settings.upstream} is not active` }
  }
  const { productId: theirProductId } = settings
  const obstacle = await context.availability
    .obstacle(connection, theirProductId, request)
    .catch(unavailable)
  if (obstacle) return obstacle
  const { upstreamId, currency } = connection.upstream
  const target = { upstreamId, theirProductId, walletCurrency: currency.code }
  const purchase = await openPurchase(context.db, request, { last, target, context })
  return purchase ? send(context, { request, purchase, connection }) : NOT_BEGUN
}

/**
 * Returns the outcome that the batch cannot be bought here. No order for it is under way, so
 * another supplier may be asked.
 */
function unavailable(error: unknown): IssueOutcome {
  if (!(error instanceof UpstreamError) || !didNothing(error)) throw error
  return { outcome: 'unavailable', reason: error.message }
}

/** Returns the row of a new purchase; undefined if another worker was first. */
async function openPurchase(
  db: Database,
  request: IssueRequest,
  state: { last: Purchase | undefined; target: Target; context: Context },
): Promise<Purchase | undefined> {
  const { last, target, context } = state
  const { reference, idempotencyKey } = freshNames()
  const [row] = await db.rows(
    last?.status === 'REFUSED' && isSame(last, target)
      ? tryAgain(last, request, idempotencyKey)
      : insertPurchase({
          request,
          purchaseNo: (last?.purchaseNo ?? 0) + 1,
          target,
          reference,
          idempotencyKey,
          now: context.clock.now(),
        }),
  )
  return row && toPurchase(row)
}

function isSame(purchase: Purchase, target: Target): boolean {
  return (
    purchase.upstreamId === target.upstreamId &&
    purchase.theirProductId === target.theirProductId &&
    purchase.walletCurrency === target.walletCurrency
  )
}

/** Prevents further purchases for these batches. The reconciler settles earlier purchases. */
async function release(
  { db, clock }: UpstreamSupplierOptions,
  requests: readonly IssueRequest[],
): Promise<void> {
  await transact(db, async (tx) => {
    await tx.rows(insertTombstones(requests, clock.now()))
    await tx.rows(lockPurchases(requests))
    await tx.rows(releasePurchases(requests, clock.now()))
  })
}
