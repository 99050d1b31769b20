import { groupBy } from '../core/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import { traced, type Tracing } from '../telemetry/mod.ts'
import { accountOf, type Suppliers } from './account.ts'
import { batchSpan, type FaultedOrders, ordersOf } from './batch-span.ts'
import type { BatchOutcome, LeasedBatch } from './batch.ts'
import { CIRCUIT_OPEN, type Circuits } from './circuits.ts'

/** After so long without a response the outcome is unknown. */
export const SILENCE_MS_MAX = 120_000

/**
 * Calls the suppliers of batches: one call per supplier, settings and product, so that a slow
 * supplier delays no other. No promise rejects. If a supplier throws or returns no outcome, the
 * outcome is unknown: it is looked up next time and never requested again.
 */
export function requestIssue(
  context: RequestContext,
  batches: readonly LeasedBatch[],
): Promise<BatchOutcome[]>[] {
  const calls = groupBy(batches, ({ supplier, isBound, isOutcomeUnknown, request }) => {
    const { productId, settings } = request
    return JSON.stringify([supplier, productId, isBound, isOutcomeUnknown, settings])
  })
  return [...calls.values()].map((call) =>
    callOne(context, call).catch((error: unknown) => {
      context.onFault(error, ordersOf(call))
      return withOutcomes(call, [])
    }),
  )
}

export interface RequestContext {
  readonly suppliers: Suppliers
  readonly circuits: Circuits
  readonly tracing?: Tracing | undefined
  onFault(error: unknown, of?: FaultedOrders): void
}

async function callOne(
  context: RequestContext,
  batches: readonly LeasedBatch[],
): Promise<BatchOutcome[]> {
  const [first] = batches
  if (!first) return []
  const supplier = context.suppliers[first.supplier]
  if (!supplier) return batches.map((batch) => ({ batch, outcome: NO_SUPPLIER }))
  const call = () => tracedCall(context, supplier, batches)
  if (supplier.isLocal === true) return withOutcomes(batches, await call())
  const account = {
    productId: first.request.productId,
    ...accountOf(context.suppliers, first),
  }
  const outcomes = await context.circuits.call(account, first.isBound, call)
  if (outcomes !== CIRCUIT_OPEN) return withOutcomes(batches, outcomes)
  return batches.map((batch) => ({ batch, outcome: OPEN }))
}

const NO_SUPPLIER = { outcome: 'refused', reason: 'no such supplier' } as const
const OPEN = { outcome: 'unavailable', reason: 'it has not answered for a while' } as const
const SILENT = { outcome: 'unknown', reason: 'the supplier did not answer' } as const

function withOutcomes(
  batches: readonly LeasedBatch[],
  outcomes: readonly IssueOutcome[],
): BatchOutcome[] {
  return batches.map((batch, at) => ({ batch, outcome: outcomes[at] ?? SILENT }))
}

function tracedCall(
  { tracing, onFault }: RequestContext,
  supplier: Supplier,
  batches: readonly LeasedBatch[],
): Promise<IssueOutcome[]> {
  const start = batchSpan('supplier call', batches, {
    'tessera.supplier': supplier.name,
    'tessera.is_lookup': batches[0]?.isOutcomeUnknown === true,
  })
  return traced(tracing, { ...start, kind: 'client' }, async (span) => {
    const outcomes = await outcomesOf(supplier, batches, onFault)
    const failed = batches.length - outcomes.filter(({ outcome }) => outcome === 'issued').length
    span.set({ 'tessera.batches_not_issued': failed })
    if (outcomes.length === 0) span.fail('no answer')
    return outcomes
  })
}

/** Returns the outcomes, or none after an error or a timeout. Never rejects. */
function outcomesOf(
  supplier: Supplier,
  batches: readonly LeasedBatch[],
  onFault: RequestContext['onFault'],
): Promise<IssueOutcome[]> {
  const requests: IssueRequest[] = batches.map((batch) => batch.request)
  const call = async (): Promise<IssueOutcome[]> =>
    batches[0]?.isOutcomeUnknown ? supplier.lookUp(requests) : supplier.issue(requests)
  const outcomes = call().catch((error: unknown) => {
    onFault(error, ordersOf(batches))
    return []
  })
  return withinTime(outcomes)
}

async function withinTime(outcomes: Promise<IssueOutcome[]>): Promise<IssueOutcome[]> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<[]>((resolve) => {
    // Does not keep a stopping process alive: the lease expires, and the batch is looked up.
    timer = setTimeout(() => resolve([]), SILENCE_MS_MAX).unref()
  })
  try {
    return await Promise.race([outcomes, silence])
  } finally {
    clearTimeout(timer)
  }
}
