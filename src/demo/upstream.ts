import { systemActor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import { transact, type Tx } from '../db/mod.ts'
import { findUpstream, registerUpstream, updateUpstream } from '../upstream/mod.ts'
import type { DemoContext } from './demo-context.ts'
import type { DemoPartner } from './demo-file.ts'
import { DEMO_UPSTREAM } from './examples.ts'

const CURRENCY = 'USD'
/** Below this, an alert says that the float is low. */
const LOW_FLOAT = 1_000

/**
 * Registers the service as its own upstream, where it buys as this partner over HTTP. Updates the
 * account to the current credential, and its address if this process has one. Returns whether
 * purchases are possible: an address must be https or in a private network.
 */
export async function seedUpstream(context: DemoContext, partner: DemoPartner): Promise<boolean> {
  const { db, vault, clock, upstreamUrl: url = context.url } = context
  const { clientId, apiKey, hmacSecret } = partner
  const credential = { clientId, apiKey, hmacSecret }
  const name = DEMO_UPSTREAM
  const act = { actor: systemActor('demo'), at: clock.now() }
  const upstream = await findUpstream(db, name)
  if (!upstream) {
    if (url === undefined) return false
    const account = { name, baseUrl: url, currency: CURRENCY, lowFloat: LOW_FLOAT }
    const input = { ...account, ...credential }
    return isTaken(context, (tx) => registerUpstream(tx, vault, { input, act }))
  }
  if (upstream.clientId !== clientId) {
    await transact(db, (tx) => updateUpstream(tx, vault, { name, change: credential, act }))
  }
  if (url === undefined || url === upstream.baseUrl) return upstream.isActive
  const moved = { name, change: {}, act, movedTo: url }
  return (await isTaken(context, (tx) => updateUpstream(tx, vault, moved))) && upstream.isActive
}

async function isTaken(
  { db }: DemoContext,
  change: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  try {
    await transact(db, change)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
