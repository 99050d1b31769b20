import { Refusal, type Signer } from '../core/mod.ts'
import { maybeRow } from '../db/mod.ts'
import { findUpstream, type Upstream } from './account-rows.ts'
import { newCredential, type UpstreamChange } from './accounts.ts'
import { UpstreamError } from './client.ts'
import { connect, type ConnectionsOptions } from './connections.ts'
import { newestOrderThere } from './purchase-list-rows.ts'

/**
 * Checks that a new credential belongs to the same account there. With another account, an order
 * whose response was lost would not be found and would be bought again. Looks up our newest order
 * there with the new credential and, if that does not find it, with the current one. Refuses only
 * if the current credential finds the order and the new one does not. Runs before `updateUpstream`,
 * because it uses the network.
 *
 * Refuses, in this order:
 *   invalid_request  a part of the credential is missing or not valid
 *   state_conflict   the current credential finds our order, but the new one does not
 */
export async function requireSameAccount(
  options: ConnectionsOptions,
  name: string,
  change: UpstreamChange,
): Promise<void> {
  const upstream = await findUpstream(options.db, name)
  const signer = upstream && newCredential(change)
  const ours = signer && (await maybeRow(options.db, newestOrderThere(upstream.upstreamId)))
  if (!ours) return
  const { upstream_order_id: orderId } = ours
  if ((await knows(options, upstream, { orderId, signer })) !== false) return
  if ((await knows(options, upstream, { orderId })) !== true) return
  const message = `the credential is of another account: our order ${orderId} is not there`
  throw new Refusal('state_conflict', message)
}

/** Returns whether the credential finds the order; undefined if the upstream does not say. */
async function knows(
  options: ConnectionsOptions,
  upstream: Upstream,
  { orderId, signer }: { readonly orderId: string; readonly signer?: Signer },
): Promise<boolean | undefined> {
  const { client } = await connect(options, upstream, signer)
  try {
    return (await client.readOrder(orderId)) !== undefined
  } catch (error) {
    if (error instanceof UpstreamError) return undefined
    throw error
  } finally {
    client.close()
  }
}
