import { randomUUID } from 'node:crypto'
import type { UserMail } from '../../src/identity/mod.ts'
import { draftMails } from '../../src/orders/mod.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from './client.ts'
import { dataOf } from './service.ts'
import { sentMails } from './sent-mails.ts'
import { signedIn, type Browser } from './signed-in.ts'

export interface Team {
  readonly partnerId: number
  readonly owner: Browser
  readonly buyer: Browser
  readonly approver: Browser
}

/** Creates a partner whose orders of 15 US dollars or more need an approval. */
export async function aTeam(fixture: Fixture, funds = '100.00'): Promise<Team> {
  const { partnerId } = await fixture.newPartner({ USD: funds })
  const signInAs = (role: 'owner' | 'buyer' | 'approver') => signedIn(fixture, { role, partnerId })
  const [owner, buyer, approver] = [
    await signInAs('owner'),
    await signInAs('buyer'),
    await signInAs('approver'),
  ]
  const rule = JSON.stringify({ currency: 'USD', approveFrom: 15 })
  dataOf(await owner.send('PUT', '/portal/v1/order-rules', rule))
  return { partnerId, owner, buyer, approver }
}

export function orderOf({ ids }: Fixture, quantity = 2): Json {
  const items = [{ productId: ids.products[0], amount: 10, quantity }]
  return { clientReference: randomUUID(), currency: 'USD', items }
}

export async function draftBy(by: Browser, order: Json): Promise<string> {
  return dataOf(await by.post('/portal/v1/drafts', order)).draftId
}

export function act(by: Browser, draftId: string, what: string, body: Json = {}): Promise<Reply> {
  return by.post(`/portal/v1/drafts/${draftId}/${what}`, body)
}

export async function deposit({ admin }: Fixture, partnerId: number): Promise<void> {
  const one = { currency: 'USD', amount: 50, reference: randomUUID() }
  dataOf(await admin.post(`/admin/v1/partners/${partnerId}/deposits`, one))
}

/** Moves the times of scheduled drafts into the past, and ends their leases. */
export async function reachPlaceAt(
  { db }: Pick<Fixture, 'db'>,
  draftIds: readonly string[],
): Promise<void> {
  await db.pool.query(
    `update order_drafts
     set place_due_at = now() - interval '1 s', place_at = now() - interval '1 s'
     where draft_id = any($1) and place_due_at is not null`,
    [draftIds.map((id) => id.slice('drf_'.length))],
  )
}

/** Adds a surcharge to the product of `orderOf`. */
export async function makeDearer(
  { admin, ids }: Fixture,
  partnerId: number,
  percent: number,
): Promise<void> {
  const rule = { partnerId, productId: ids.products[0], discountPercent: -percent }
  dataOf(await admin.post('/admin/v1/price-rules', rule))
}

/** Expires the quotes of a partner. */
export async function endQuotes({ db }: Fixture, partnerId: number): Promise<void> {
  await db.pool.query(`update quotes set expires_at = now() where partner_id = $1`, [partnerId])
}

/** Sends the mails about drafts that are due, and returns them. */
export function mailsOfDrafts({ services, db }: Fixture): Promise<UserMail[]> {
  return sentMails(services, draftMails(db))
}
