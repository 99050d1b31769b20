import { Refusal } from '../core/mod.ts'
import { transact } from '../db/mod.ts'
import { findUpstream, registerUpstream, updateUpstream } from '../supply/mod.ts'
import type { DemoContext } from './demo-context.ts'
import type { DemoPartner } from './demo-file.ts'
import { DEMO_UPSTREAM } from './examples.ts'

const CURRENCY = 'USD'
/** Below this the operator is told that the partner's funds run out. */
const LOW_FLOAT = 1_000

/**
 * The service is its own upstream: what it buys there it buys as this partner, over HTTP like from
 * anybody else. The account follows the address and the credential of now. Answers whether it can
 * be bought there: an address that is neither https nor of a private network is none to buy at.
 */
export async function seedUpstream(context: DemoContext, partner: DemoPartner): Promise<boolean> {
  const { db, vault, clock, url } = context
  const known = await findUpstream(db, DEMO_UPSTREAM)
  const { clientId, apiKey, hmacSecret } = partner
  const isCurrent = known?.clientId === clientId && (url ?? known.baseUrl) === known.baseUrl
  if (isCurrent || url === undefined) return isCurrent
  const act = { actor: 'demo', at: clock.now() }
  const credential = { clientId, apiKey, hmacSecret }
  const account = { name: DEMO_UPSTREAM, baseUrl: url, ...credential }
  try {
    await transact(db, (tx) =>
      known
        ? updateUpstream(tx, vault, {
            name: DEMO_UPSTREAM,
            change: credential,
            act,
            movedTo: url,
          })
        : registerUpstream(tx, vault, {
            input: { ...account, currency: CURRENCY, lowFloat: LOW_FLOAT },
            act,
          }),
    )
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
