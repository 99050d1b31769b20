import { Refusal, type Signer } from '../core/mod.ts'
import { maybeRow } from '../db/mod.ts'
import { findUpstream, type Upstream } from './account-rows.ts'
import { newCredential, type UpstreamChange } from './accounts.ts'
import { UpstreamError } from './client.ts'
import { connect, type ConnectionsOptions } from './connections.ts'
import { newestOrderThere } from './purchase-list-rows.ts'

/**
 * A new credential must be of the account that we have there: with one of another account, an order
 * whose answer was lost would not be found, and be bought again. The newest order of ours that they
 * have is asked for with it, and where that finds none, with the one of now. Only an order that
 * the one of now finds speaks against the new one: where they cannot be asked, do not take one of
 * the two, or have lost the order, nothing does. Comes before `updateUpstream`, because it asks
 * over the network.
 *
 * Refuses, in this order:
 *   invalid_request  a part of the credential is missing or does not hold
 *   state_conflict   they know our order under the credential of now, and not under this one
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

/** Whether they know the order under this credential, or that of now; undefined: not to be had. */
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
