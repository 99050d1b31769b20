import { randomUUID } from 'node:crypto'
import type { UserMail } from '../../src/identity/mod.ts'
import { draftMails } from '../../src/orders/mod.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { sentMails } from '../support/sent-mails.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

export interface Team {
  readonly partnerId: number
  readonly owner: Browser
  readonly buyer: Browser
  readonly approver: Browser
}

/** A partner whose orders from 15 US dollars on need an approval. */
export async function aTeam(fixture: Fixture, funds = '100.00'): Promise<Team> {
  const { partnerId } = await fixture.newPartner({ USD: funds })
  const of = (role: 'owner' | 'buyer' | 'approver') => signedIn(fixture, { role, partnerId })
  const [owner, buyer, approver] = [await of('owner'), await of('buyer'), await of('approver')]
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

/** Sends the mails about drafts that are due, and returns them. */
export function mailsOfDrafts({ services, db }: Fixture): Promise<UserMail[]> {
  return sentMails(services, draftMails(db))
}
