import { groupBy } from '../core/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import { accountOf, type Suppliers } from './account.ts'
import type { Answered, LeasedBatch } from './batch.ts'
import { NOT_ASKED, type Circuits } from './circuits.ts'

/** A supplier that is silent for longer has lost its answer. */
export const SILENCE_MS_MAX = 120_000

/**
 * Asks each batch's supplier, one call per supplier, settings and product, so that a slow one
 * delays nobody else. Every promise answers; a supplier that throws, or answers what is no answer,
 * leaves its outcome unknown: it is looked up next time, never bought again.
 */
export function askSuppliers(
  context: AskContext,
  batches: readonly LeasedBatch[],
): Promise<Answered[]>[] {
  const calls = groupBy(batches, ({ supplier, isBound, outcomeUnknown, request }) => {
    const { productId, settings } = request
    return JSON.stringify([supplier, productId, isBound, outcomeUnknown, settings])
  })
  return [...calls.values()].map((call) =>
    askOne(context, call).catch((error: unknown) => {
      context.onFault(error)
      return answers(call, [])
    }),
  )
}

export interface AskContext {
  readonly suppliers: Suppliers
  readonly circuits: Circuits
  onFault(error: unknown): void
}

async function askOne(context: AskContext, batches: readonly LeasedBatch[]): Promise<Answered[]> {
  const [first] = batches
  if (!first) return []
  const supplier = context.suppliers[first.supplier]
  if (!supplier) return batches.map((batch) => ({ batch, outcome: NO_SUPPLIER }))
  const call = () => outcomesOf(supplier, batches, context.onFault)
  if (supplier.isLocal === true) return answers(batches, await call())
  const of = {
    productId: first.request.productId,
    ...accountOf(context.suppliers, first),
  }
  const outcomes = await context.circuits.ask(of, first.isBound, call)
  if (outcomes !== NOT_ASKED) return answers(batches, outcomes)
  return batches.map((batch) => ({ batch, outcome: OPEN }))
}

const NO_SUPPLIER = { outcome: 'refused', reason: 'no such supplier' } as const
const OPEN = { outcome: 'unavailable', reason: 'it has not answered for a while' } as const
const SILENT = { outcome: 'unknown', reason: 'the supplier did not answer' } as const

function answers(batches: readonly LeasedBatch[], outcomes: readonly IssueOutcome[]): Answered[] {
  return batches.map((batch, at) => ({ batch, outcome: outcomes[at] ?? SILENT }))
}

/** Answers in any case, and at the latest when its time is over. */
function outcomesOf(
  supplier: Supplier,
  batches: readonly LeasedBatch[],
  onFault: (error: unknown) => void,
): Promise<IssueOutcome[]> {
  const requests: IssueRequest[] = batches.map((batch) => batch.request)
  const ask = async (): Promise<IssueOutcome[]> =>
    batches[0]?.outcomeUnknown ? supplier.lookUp(requests) : supplier.issue(requests)
  const asked = ask().catch((error: unknown) => {
    onFault(error)
    return []
  })
  return withinTime(asked)
}

/** The outcomes, or none where they come too late: then nobody waits for them any longer. */
async function withinTime(asked: Promise<IssueOutcome[]>): Promise<IssueOutcome[]> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<[]>((resolve) => {
    // A process that stops does not wait for it: its lease is over, and the batch is looked up.
    timer = setTimeout(() => resolve([]), SILENCE_MS_MAX).unref()
  })
  try {
    return await Promise.race([asked, silence])
  } finally {
    clearTimeout(timer)
  }
}
