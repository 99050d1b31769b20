import type { Entry } from '../api/client.ts'

type Supplier = Pick<Entry<'listSuppliers'>, 'active' | 'answeredAt' | 'lastFault' | 'catalog'>

/**
 * True until an account has answered with its funds and its catalog: somebody who has just
 * connected it waits for both. One that fails is not hurried.
 */
export function isConnecting({ active, answeredAt, lastFault, catalog }: Supplier): boolean {
  if (!active || lastFault !== undefined || catalog?.lastFault !== undefined) return false
  return answeredAt === undefined || catalog?.readAt === undefined
}

/** Returns after how many milliseconds accounts are read again. */
export function refreshAfter(suppliers: readonly Supplier[]): number {
  return suppliers.some(isConnecting) ? CONNECTING_MS : REFRESH_MS
}

const CONNECTING_MS = 2_000
const REFRESH_MS = 15_000
