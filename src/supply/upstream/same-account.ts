import { Refusal, type Clock } from '../../core/mod.ts'
import { maybeRow, type Db } from '../../db/mod.ts'
import { findUpstream } from './account-rows.ts'
import { newCredential, type UpstreamChange } from './accounts.ts'
import { Trouble, UpstreamClient } from './client.ts'
import { newestOrderThere } from './purchase-list-rows.ts'

/**
 * A new credential must be of the account that we have there: with one of another account, an order
 * whose answer was lost would not be found, and be bought again. They are asked with it for the
 * newest order of ours that they have; where they cannot be asked, or do not take it yet, nothing
 * speaks against it. Comes before `updateUpstream`, because it asks over the network.
 *
 * Refuses, in this order:
 *   invalid_request  a part of the credential is missing or does not hold
 *   state_conflict   they do not know our order under this credential
 */
export async function requireSameAccount(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  name: string,
  change: UpstreamChange,
): Promise<void> {
  const upstream = await findUpstream(db, name)
  const signer = upstream && newCredential(change)
  const ours = signer && (await maybeRow(db, newestOrderThere(upstream.upstreamId)))
  if (!ours) return
  const client = new UpstreamClient({ baseUrl: upstream.baseUrl, signer, clock })
  try {
    if (await client.readOrder(ours.upstream_order_id)) return
  } catch (error) {
    if (error instanceof Trouble) return
    throw error
  } finally {
    client.close()
  }
  const order = `our order ${ours.upstream_order_id}`
  throw new Refusal('state_conflict', `the credential is of another account: ${order} is not there`)
}
