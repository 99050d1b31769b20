import type { Tx } from '../db/mod.ts'
import type { Settings, SettingsFault } from '../supply/mod.ts'
import { readUpstreams } from './account-rows.ts'

/** The settings of a product for the supplier `upstream`. */
export interface UpstreamSettings {
  /** The name of the account. */
  readonly upstream: string
  /** The number of the product there. */
  readonly productId: number
}

const PRODUCT_ID_MAX = 2 ** 53 - 1

/** Returns the settings, or the first field of them that is not valid. */
export function readSettings(settings: Settings): UpstreamSettings | SettingsFault {
  const { upstream, productId } = settings
  if (typeof upstream !== 'string') {
    return { field: 'upstream', fault: 'must be the name of our account at a supplier' }
  }
  if (typeof productId !== 'number' || !Number.isInteger(productId) || productId < 1) {
    return { field: 'productId', fault: 'must be the number of their product' }
  }
  if (productId > PRODUCT_ID_MAX) return { field: 'productId', fault: 'is too large' }
  return { upstream, productId }
}

/** Checks that the settings name a registered upstream and a product there. */
export async function validateSettings(
  tx: Tx,
  settings: Settings,
): Promise<SettingsFault | undefined> {
  const read = readSettings(settings)
  if ('fault' in read) return read
  const upstreams = await readUpstreams(tx)
  if (upstreams.some(({ name }) => name === read.upstream)) return undefined
  return { field: 'upstream', fault: 'must be the name of an account that is registered' }
}
