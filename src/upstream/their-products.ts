import { Refusal, type Page, type PageRequest } from '../core/mod.ts'
import { UpstreamError } from './client.ts'
import { connect, type ConnectionsOptions } from './connections.ts'
import { existingUpstream } from './purchases.ts'
import type { TheirListedProduct } from './wire.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Returns a page of an upstream's products, read now, in the currency that its orders are paid in.
 *
 * Refuses, in this order:
 *   not_found             no such upstream
 *   state_conflict        it does not accept our credential, or refuses the request
 *   upstream_unavailable  it does not respond, or is busy
 */
export async function listTheirProducts(
  options: ConnectionsOptions,
  name: string,
  page: PageRequest,
): Promise<Page<TheirListedProduct>> {
  const upstream = await existingUpstream(options.db, name)
  const { client } = await connect(options, upstream)
  try {
    const { products, total } = await client.readProducts(upstream.currency.code, page)
    return { rows: products.slice(0, page.pageSize), total }
  } catch (error) {
    throw refusalOf(error, name)
  } finally {
    client.close()
  }
}

function refusalOf(error: unknown, name: string): unknown {
  if (!(error instanceof UpstreamError)) return error
  const { kind, message, status = 0, retryAfterSeconds = RETRY_AFTER_SECONDS } = error
  if (kind === 'denied') {
    return new Refusal(
      'state_conflict',
      `the supplier ${name} does not accept our credential: ${message}`,
    )
  }
  if (kind === 'lost' && status >= 400 && status < 500) {
    return new Refusal('state_conflict', `the supplier ${name} refuses: ${message}`)
  }
  return new Refusal('upstream_unavailable', `the supplier ${name} does not respond: ${message}`, {
    retryAfterSeconds,
  })
}
