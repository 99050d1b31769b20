import { systemActor } from '../audit/mod.ts'
import {
  type AccountView,
  ADAPTERS,
  listAccounts,
  moveAccount,
  registerAccount,
  updateAccount,
} from '../connectors/mod.ts'
import { Refusal } from '../core/mod.ts'
import { transact, type Tx } from '../db/mod.ts'
import { takeOverAll } from '../takeover/mod.ts'
import type { DemoContext } from './demo-context.ts'
import type { DemoPartner } from './demo-file.ts'
import { DEMO_ACCOUNT } from './examples.ts'

const CURRENCY = 'USD'
const ACCOUNT = { adapter: 'tessera', name: DEMO_ACCOUNT } as const
/** Below this, an alert says that the float is low. */
const LOW_FLOAT = { amount: 1_000, currency: CURRENCY }

/**
 * Registers the service as its own supplier, where it buys as this partner over HTTP. Updates the
 * account to the current credential, and its address if this process has one. Returns whether
 * purchases are possible: an address must be https or in a private network.
 */
export async function seedTessera(context: DemoContext, partner: DemoPartner): Promise<boolean> {
  const { vault, clock, sellerUrl: url = context.url } = context
  const { clientId, apiKey, hmacSecret } = partner
  const credential = {
    secrets: { apiKey, hmacSecret },
    settings: { clientId, currency: CURRENCY },
  }
  const act = { actor: systemActor('demo'), at: clock.now() }
  const owner = { vault, adapters: ADAPTERS }
  // A demo of an earlier version has the account in another place.
  await takeOverAll(context)
  const account = await findAccount(context)
  if (!account) {
    if (url === undefined) return false
    const place = { environment: 'live', baseUrl: url, lowFloat: LOW_FLOAT }
    const input = { ...ACCOUNT, ...place, ...credential }
    return isAccepted(context, (tx) => registerAccount(tx, owner, { input, act }))
  }
  if (account.settings['clientId'] !== clientId) {
    // The account cannot change while purchases are open. The next start tries again.
    const target = { name: ACCOUNT, change: credential, act }
    await isAccepted(context, (tx) => updateAccount(tx, owner, target))
  }
  if (url === undefined || url === account.baseUrl) return account.active
  const moved = { name: ACCOUNT, baseUrl: url, act }
  return (await isAccepted(context, (tx) => moveAccount(tx, moved))) && account.active
}

async function findAccount({ db, clock }: DemoContext): Promise<AccountView | undefined> {
  const accounts = await listAccounts(db, clock.now())
  return accounts.find(({ adapter, name }) => adapter === ACCOUNT.adapter && name === ACCOUNT.name)
}

async function isAccepted(
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
