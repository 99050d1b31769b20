import type { Settings } from '../supply/mod.ts'
import type { AccountTakenOver } from './accounts.ts'

/** What products called the adapter `tessera` before it was one. */
export const FORMER_SUPPLIER = 'upstream'

/** Returns the settings of a product for the former supplier as the adapter has them. */
export function settingsOf(
  { upstream, productId }: Settings,
  accounts: readonly AccountTakenOver[],
): { readonly account: string; readonly product: string } {
  const formerName = typeof upstream === 'string' ? upstream : ''
  const account = accounts.find((one) => one.formerName === formerName)
  const product = typeof productId === 'number' ? String(productId) : ''
  return { account: account?.name ?? formerName, product }
}
