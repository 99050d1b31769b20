import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'
import { act, aTeam, makeDearer, mailsOfDrafts } from '../support/draft-team.ts'
import { refuseLinks, refuseRows } from '../support/refused-rows.ts'
import { withdrawDuringApproval } from './team-locks.ts'

/** Defines the tests of links that people of a partner approve for each other. */
export function testLinkDrafts(fixtureOf: () => Fixture): void {
  const team = (funds?: string) => aTeam(fixtureOf(), funds)
  testManyLinkDrafts(fixtureOf)

  test('links of at least the amount of the rule are sent once, after another person approves', async () => {
    const { owner, buyer, approver } = await team()
    for (const by of [owner, buyer]) {
      const { status, body } = await by.post('/portal/v1/links', someLinks())
      expect([status, body.error?.message]).toEqual([403, expect.stringContaining('15.00 USD')])
    }
    expect((await buyer.post('/portal/v1/links', someLinks(1))).status).toBe(201)
    const draftId = await draftOf(buyer)
    expect(await fundsOf(buyer)).toBe(90)
    const { kind, itemCount, linkAmounts } = dataOf(await draft(approver, draftId))
    expect([kind, itemCount, linkAmounts]).toEqual(['LINKS', 2, [{ amount: 10, links: 2 }]])

    expect((await act(buyer, draftId, 'approve')).status).toBe(403)
    const twins = await Promise.all([
      act(approver, draftId, 'approve'),
      act(owner, draftId, 'approve'),
    ])
    expect(twins.some(({ status }) => status === 200)).toBe(true)
    expect((await act(owner, draftId, 'approve')).status).toBe(409)
    expect([await fundsOf(buyer), await linksOf(buyer)]).toEqual([70, 3])
    const { rows } = await fixtureOf().db.pool.query(
      `select links, items from order_drafts where draft_id = $1`,
      [draftId.slice('drf_'.length)],
    )
    expect(rows).toEqual([{ links: null, items: [] }])
  })

  test('the addresses of approved links are shown to the maker of their draft, once', async () => {
    const { owner, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    expect((await act(buyer, draftId, 'addresses')).status).toBe(409)
    dataOf(await act(approver, draftId, 'approve'))
    expect((await act(owner, draftId, 'addresses')).status).toBe(403)
    const key = { 'idempotency-key': randomUUID() }
    const path = `/portal/v1/drafts/${draftId}/addresses`
    const fetchAddresses = async () => dataOf(await buyer.send('POST', path, '{}', key)).links
    const [first, again] = [await fetchAddresses(), await fetchAddresses()]
    expect(first.map(({ url }: Json) => url)).toEqual([
      expect.stringMatching(/\/c\//),
      expect.stringMatching(/\/c\//),
    ])
    expect(again).toEqual(first)
    expect((await act(buyer, draftId, 'addresses')).status).toBe(409)
  })

  test('a person who is erased while links wait for an approval does not come back with them', async () => {
    const { partnerId, buyer, approver } = await team()
    const recipients = ['ada@example.com', 'bea@example.com'].map((email) => ({ email }))
    const draftId = await draftOf(buyer, { ...someLinks(), recipients })
    const path = `/admin/v1/partners/${partnerId}/recipients/erasure`
    const erasure = { recipient: 'ada@example.com', reason: 'ticket 12' }
    dataOf(await fixtureOf().admin.post(path, erasure))

    dataOf(await act(approver, draftId, 'approve'))

    const { links } = dataOf(await act(buyer, draftId, 'addresses'))
    expect(links.map(({ email }: Json) => email)).toEqual([undefined, 'bea@example.com'])
  })

  test('an approval covers the sum that was shown; links that became dearer are shown first', async () => {
    const fixture = fixtureOf()
    const { partnerId, buyer, approver } = await team()
    const [productId] = fixture.ids.products
    const draftId = await draftOf(buyer, { ...someLinks(), products: [productId] })
    await makeDearer(fixture, partnerId, 50)
    expect((await act(approver, draftId, 'approve')).status).toBe(409)
    expect(dataOf(await draft(approver, draftId)).chargedAmount).toBe(30)
    expect(await fundsOf(buyer)).toBe(100)
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('ORDERED')
    expect(await fundsOf(buyer)).toBe(70)
  })

  test('links wait again if the funds are short, or if their maker may no longer send them', async () => {
    const poor = await team('15.00')
    const expensiveId = await draftOf(poor.buyer)
    expect((await act(poor.approver, expensiveId, 'approve')).status).toBe(402)
    const { owner, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    const viewer = JSON.stringify({ role: 'viewer' })
    dataOf(await owner.send('PATCH', `/portal/v1/users/${buyer.userId}`, viewer))
    expect((await act(approver, draftId, 'approve')).status).toBe(403)
    const waiting = [await draft(poor.owner, expensiveId), await draft(owner, draftId)]
    expect(waiting.map((one) => dataOf(one).state)).toEqual(['WAITING', 'WAITING'])
    expect([await fundsOf(poor.owner), await fundsOf(owner)]).toEqual([15, 100])
  })

  test('links that are withdrawn while their approval waits for the lock of the book are not sent', async () => {
    const { partnerId, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    await withdrawDuringApproval(fixtureOf(), { partnerId, draftId, maker: buyer, approver })
    expect([await fundsOf(buyer), await linksOf(buyer)]).toEqual([100, 0])
  })

  test('approvers are mailed about links, and their maker about the decision, without names', async () => {
    await mailsOfDrafts(fixtureOf())
    const { buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    const sentMails = await mailsOfDrafts(fixtureOf())
    const mail = sentMails.find(({ to }) => to.address === approver.email)
    expect(mail?.subject).toBe('Links wait for your approval')
    expect(mail?.text).toContain(': 2 links for 20.00 USD, asked for by ')
    dataOf(await act(approver, draftId, 'reject', { reason: 'not this month' }))
    const [decisionMail] = await mailsOfDrafts(fixtureOf())
    expect([decisionMail?.to.address, decisionMail?.subject]).toEqual([
      buyer.email,
      'Your links were rejected',
    ])
    expect([...sentMails, decisionMail].map((one) => one?.text).join('\n')).not.toContain('Ada')
  })
}

/** Defines the tests of links that are stored apart from their draft. */
function testManyLinkDrafts(fixtureOf: () => Fixture): void {
  const team = () => aTeam(fixtureOf(), '20000.00')

  test('many links are one draft, and none of their addresses is lost if they are written late', async () => {
    const { buyer, approver } = await team()
    const labeled = Array.from({ length: 1_001 }, (_, at) => ({ reference: `late-${at}` }))
    const links = { ...someLinks(), recipients: labeled }
    const draftId = await draftOf(buyer, links)
    expect(dataOf(await draft(approver, draftId)).linkAmounts).toEqual([
      { amount: 10, links: 1_001 },
    ])
    const stopRefusing = await refuseLinks(fixtureOf(), 'late-700')
    expect((await act(approver, draftId, 'approve')).status).toBe(500)
    expect([dataOf(await draft(buyer, draftId)).state, await fundsOf(buyer)]).toEqual([
      'ORDERED',
      9_990,
    ])
    expect((await act(buyer, draftId, 'addresses')).status).toBe(500)
    await stopRefusing()

    const { links: shown } = dataOf(await act(buyer, draftId, 'addresses'))

    expect(shown.map(({ reference }: Json) => reference)).toEqual(
      labeled.map(({ reference }) => reference),
    )
    expect(await fundsOf(buyer)).toBe(9_990)
  })

  test('recipients of many links are deleted if their draft is not made, or is over', async () => {
    const { buyer, approver } = await team()
    const partsLeft = async () =>
      (await fixtureOf().db.pool.query('select from link_parts')).rowCount
    const links = someLinks(1_001)
    const draftId = await draftOf(buyer, links)
    const parts = await partsLeft()
    const [table, column] = ['order_drafts', 'client_reference']
    const stopRefusing = await refuseRows(fixtureOf(), { table, column, value: links.reference })
    expect((await buyer.post('/portal/v1/link-drafts', links)).status).toBe(500)
    await stopRefusing()
    expect(await partsLeft()).toBe(parts)
    dataOf(await act(approver, draftId, 'reject', { reason: 'too many' }))
    expect(await partsLeft()).toBe((parts ?? 0) - 3)
  })
}

/** Returns a request for links of 10 US dollars each. */
function someLinks(count = 2): Json {
  const recipients = Array.from({ length: count }, (_, at) => ({ name: `Ada ${at}` }))
  return { reference: randomUUID(), currency: 'USD', amount: 10, recipients }
}

async function draftOf(by: Browser, links = someLinks()): Promise<string> {
  return dataOf(await by.post('/portal/v1/link-drafts', links)).draftId
}

const draft = (by: Browser, id: string) => by.get(`/portal/v1/drafts/${id}`)
const linksOf = async (by: Browser): Promise<number> =>
  dataOf(await by.get('/portal/v1/links')).length
const fundsOf = async (by: Browser): Promise<number> =>
  dataOf(await by.get('/portal/v1/funds'))[0].available
