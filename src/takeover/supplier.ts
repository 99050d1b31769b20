import type { IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import { takeOverAccounts, type TakeOverContext } from './accounts.ts'
import { FORMER_SUPPLIER } from './former-settings.ts'
import { takeOverBatches } from './purchases.ts'

const LATER: IssueOutcome = { outcome: 'pending', askAgainInSeconds: 1 }

/**
 * The supplier of batches that processes of the previous version have bound to the former supplier,
 * or still bind to it during an upgrade. It buys nothing: it gives these batches to the adapter,
 * which continues at once.
 */
export function createFormerSupplier(context: TakeOverContext): Supplier {
  const takeOver = async (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> => {
    await takeOverBatches(context, await takeOverAccounts(context), requests)
    return requests.map(() => LATER)
  }
  return {
    name: FORMER_SUPPLIER,
    issue: takeOver,
    lookUp: takeOver,
    async release(requests) {
      await takeOver(requests)
    },
    accountOf: ({ upstream }) => (typeof upstream === 'string' ? upstream : ''),
  }
}
