import type { Settings } from '../supply/mod.ts'
import type { AccountTakenOver } from './accounts.ts'

/** The supplier name by which products used the adapter `tessera` before it was an adapter. */
export const FORMER_SUPPLIER = 'upstream'

/** Converts the settings of a product for the former supplier to settings for the adapter. */
export function settingsOf(
  { upstream, productId }: Settings,
  accounts: readonly AccountTakenOver[],
): { readonly account: string; readonly product: string } {
  const formerName = typeof upstream === 'string' ? upstream : ''
  const account = accounts.find((one) => one.formerName === formerName)
  const product = typeof productId === 'number' ? String(productId) : ''
  return { account: account?.name ?? formerName, product }
}
