import { invalidField } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { readUpstreams } from './account-rows.ts'

/** What a product says of its supplier `upstream`. */
export interface UpstreamSettings {
  /** The name of the account. */
  readonly upstream: string
  /** Theirs. */
  readonly productId: number
}

const PRODUCT_ID_MAX = 2 ** 53 - 1

/** The settings, or the field of them that does not hold and why. */
export function readSettings(
  settings: Readonly<Record<string, unknown>>,
): UpstreamSettings | { readonly field: string; readonly fault: string } {
  const { upstream, productId } = settings
  if (typeof upstream !== 'string') {
    return { field: 'upstream', fault: 'must be the name of an upstream' }
  }
  if (typeof productId !== 'number' || !Number.isInteger(productId) || productId < 1) {
    return { field: 'productId', fault: 'must be the number of their product' }
  }
  if (productId > PRODUCT_ID_MAX) return { field: 'productId', fault: 'is too large' }
  return { upstream, productId }
}

interface Route {
  readonly supplier: string
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * Whether the settings of a product's suppliers name accounts and products upstream. Refuses
 * invalid_request, naming the field as the operator wrote it: by itself, or in a list.
 */
export async function checkUpstreams(
  tx: Tx,
  routes: readonly Route[],
  { isList }: { isList: boolean },
): Promise<void> {
  for (const [at, { supplier, settings }] of routes.entries()) {
    if (supplier !== 'upstream') continue
    const path = isList ? `suppliers[${at}].settings` : 'supplierSettings'
    const read = readSettings(settings)
    if ('fault' in read) throw invalidField(`${path}.${read.field}`, read.fault)
    const known = await readUpstreams(tx)
    if (known.some(({ name }) => name === read.upstream)) continue
    throw invalidField(`${path}.upstream`, 'must be the name of an upstream that is registered')
  }
}
