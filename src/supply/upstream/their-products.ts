import { Refusal } from '../../core/mod.ts'
import type { Page, PageRequest } from '../../partners/mod.ts'
import { Trouble } from './client.ts'
import { Connections, type ConnectionsOptions } from './connections.ts'
import { existingUpstream } from './purchases.ts'
import type { TheirListedProduct } from './wire.ts'

/**
 * A page of what an upstream sells, asked for now, in the currency that its orders are paid in.
 *
 * Refuses, in this order:
 *   not_found       no such upstream
 *   state_conflict  it does not take our credentials
 *   overloaded      it does not answer, or asks to be left alone for a while
 */
export async function listTheirProducts(
  options: ConnectionsOptions,
  name: string,
  page: PageRequest,
): Promise<Page<TheirListedProduct>> {
  const { upstreamId, currency } = await existingUpstream(options.db, name)
  const connections = new Connections(options)
  try {
    const all = await connections.all()
    const own = all.find(({ upstream }) => upstream.upstreamId === upstreamId)
    if (!own) throw new Refusal('not_found', 'no such upstream')
    const { products, total } = await own.client.readProducts(currency.code, page)
    return { rows: products.slice(0, page.pageSize), total }
  } catch (error) {
    throw refusalOf(error, name)
  } finally {
    connections.close()
  }
}

function refusalOf(error: unknown, name: string): unknown {
  if (!(error instanceof Trouble)) return error
  const { kind, message, retryAfterSeconds } = error
  if (kind === 'denied') {
    return new Refusal('state_conflict', `the upstream ${name} does not take us: ${message}`)
  }
  const extras = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return new Refusal('overloaded', `the upstream ${name} does not answer: ${message}`, extras)
}
