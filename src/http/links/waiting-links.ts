import { MS_PER_MINUTE } from '../../core/mod.ts'
import { findWaitingBatches } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { writeWaitingLinks } from './many-links.ts'

/** The request that sent links writes them itself, unless it is cut off. */
const REQUEST_MS_MAX = MS_PER_MINUTE

/** Returns a function that writes the links of requests that were accepted and then cut off. */
export function createWaitingLinks(
  context: Pick<Context, 'db' | 'vault' | 'orders' | 'clock'>,
): () => Promise<void> {
  return async () => {
    const before = context.clock.now() - REQUEST_MS_MAX
    const faults: unknown[] = []
    for (const { partnerId, batchNo } of await findWaitingBatches(context.db, before)) {
      try {
        await writeWaitingLinks(context, partnerId, batchNo)
      } catch (error) {
        // The links of others do not wait for these.
        faults.push(error)
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} requests wait`)
  }
}
