import { randomUUID } from 'node:crypto'
import { signedClient } from '../support/client.ts'
import type { History } from './history.ts'
import type { Member } from './member.ts'
import type { Scene } from './scene.ts'
import { PARTNERS } from './script.ts'

/** After this number of groups without another process, one trusts its cached book again. */
const GROUPS_ALONE = 18
/** Keys that no step has. */
const FIRST_KEY = 300_000

/**
 * One process writes until it trusts its cached book, another opens a wallet in the book, the first
 * writes once more, and the other opens a second wallet. Opening a wallet assigns an id but makes
 * no transfer. So if the first process overwrites the newer book with its cached one, only an id
 * that is assigned twice shows it. Versions are random, so a fault that accepts each higher version
 * shows at every second partner.
 */
export async function meetAtBooks(scene: Scene, history: History): Promise<void> {
  const all = Array.from({ length: PARTNERS }, (_, partner) => meetAt(partner, scene, history))
  await Promise.all(all)
}

async function meetAt(partner: number, scene: Scene, history: History): Promise<void> {
  const [one, other] = scene.cluster.members
  if (!one || !other) return
  let key = FIRST_KEY
  const move = async (act: 'credit' | 'debit', amount: number): Promise<void> => {
    await history.write({ act: { act, partner, wallet: 0, amount, key: (key += 1), by: 0 } }, one)
  }
  await move('credit', GROUPS_ALONE + 1)
  for (let group = 0; group < GROUPS_ALONE; group += 1) await move('debit', 1)
  await openWallet(scene, history, { partner, member: other })
  await move('debit', 1)
  await openWallet(scene, history, { partner, member: other })
}

async function openWallet(
  scene: Scene,
  { records }: History,
  { partner, member }: { readonly partner: number; readonly member: Member },
): Promise<void> {
  const client = signedClient(member.endpoint.http, scene.sendingOf(partner).seller.credentials)
  const consumer = { fullName: 'New', email: `${randomUUID()}@example.com` }
  const funds = { currency: 'USD', initialFunds: 0 }
  const reply = await client.post('/api/partner/v1/customer', { ...consumer, ...funds })
  if (reply.status !== 200) records.wrong.push(`a wallet was not opened: ${reply.text}`)
}
