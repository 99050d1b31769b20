import type { IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import type { Answered, LeasedBatch } from './batch.ts'

export type Suppliers = Readonly<Record<string, Supplier>>

/** A supplier that is silent for longer has lost its answer. */
export const SILENCE_MS_MAX = 120_000

/**
 * Asks each batch's supplier, one call per supplier, settings and product, so that a slow one
 * delays nobody else. Every promise answers; a supplier that throws leaves its outcome unknown: it
 * is looked up next time, never bought again.
 */
export function askSuppliers(
  suppliers: Suppliers,
  batches: readonly LeasedBatch[],
  onFault: (error: unknown) => void,
): Promise<Answered[]>[] {
  const calls = new Map<string, LeasedBatch[]>()
  for (const batch of batches) {
    const { productId, settings } = batch.request
    const key = JSON.stringify([batch.supplier, productId, batch.outcomeUnknown, settings])
    const call = calls.get(key)
    if (call) call.push(batch)
    else calls.set(key, [batch])
  }
  return [...calls.values()].map((call) => askOne(suppliers, call, onFault))
}

async function askOne(
  suppliers: Suppliers,
  batches: readonly LeasedBatch[],
  onFault: (error: unknown) => void,
): Promise<Answered[]> {
  const asked = outcomesOf(suppliers, batches).catch((error: unknown) => {
    onFault(error)
    return []
  })
  const outcomes = await withinTime(asked)
  return batches.map((batch, at) => ({
    batch,
    outcome: outcomes[at] ?? { outcome: 'unknown', reason: 'the supplier did not answer' },
  }))
}

async function outcomesOf(
  suppliers: Suppliers,
  batches: readonly LeasedBatch[],
): Promise<IssueOutcome[]> {
  const supplier = suppliers[batches[0]?.supplier ?? '']
  if (!supplier) return batches.map(() => ({ outcome: 'refused', reason: 'no such supplier' }))
  const requests: IssueRequest[] = batches.map((batch) => batch.request)
  return batches[0]?.outcomeUnknown ? supplier.lookUp(requests) : supplier.issue(requests)
}

/** The outcomes, or none where they come too late: then nobody waits for them any longer. */
async function withinTime(asked: Promise<IssueOutcome[]>): Promise<IssueOutcome[]> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), SILENCE_MS_MAX)
  })
  try {
    return await Promise.race([asked, silence])
  } finally {
    clearTimeout(timer)
  }
}
