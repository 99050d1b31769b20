import type { Entry } from '../api/client.ts'

type Supplier = Entry<'listSuppliers'>

/** True if funds at a supplier are below the threshold of their account. */
export function isLow(
  { lowFloat }: Pick<Supplier, 'lowFloat'>,
  { currency, funds }: Supplier['pots'][number],
): boolean {
  return lowFloat?.currency === currency && Number(funds) < lowFloat.amount
}
