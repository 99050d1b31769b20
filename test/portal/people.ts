import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

/** Defines the tests of what people of a partner do for consumers, and of the links they send. */
export function testPeople(fixtureOf: () => Fixture): void {
  const team = async () => {
    const fixture = fixtureOf()
    const { partnerId } = await fixture.newPartner({ USD: '100.00' })
    const finance = await signedIn(fixture, { role: 'finance', partnerId })
    const buyer = await signedIn(fixture, { role: 'buyer', partnerId })
    return { finance, buyer }
  }
  const auditOf = async (target: string): Promise<[string, string][]> => {
    const entries = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=${target}`))
    return entries.map(({ action, actor }: Json) => [action, actor])
  }

  test('a person adds a consumer and credits a wallet once for each reference; the audit log names the person', async () => {
    const { finance } = await team()
    const ann = { fullName: 'Ann Example', email: 'ann@example.com', currency: 'USD' }
    const added = await finance.post('/portal/v1/consumers', { ...ann, initialFunds: 5 })
    const { id, walletId } = dataOf(added)
    expect(added.status).toBe(201)
    const again = await finance.post('/portal/v1/consumers', { ...ann, initialFunds: 5 })
    expect(again.status).toBe(409)
    const [listed] = dataOf(await finance.get('/portal/v1/consumers?email=ANN@example.com'))
    expect(listed).toMatchObject({ consumerId: id, name: ann.fullName, email: ann.email })
    for (const [name, count] of [
      ['ANN', 1],
      ['exam', 1],
      ['ann exam', 1],
      ['ample', 0],
    ] as const) {
      const consumers = dataOf(
        await finance.get(`/portal/v1/consumers?name=${encodeURIComponent(name)}`),
      )
      expect([name, consumers.length]).toEqual([name, count])
    }

    const path = `/portal/v1/wallets/${walletId}/transactions`
    const credit = { amount: 20, transactionType: 'CREDIT', referenceId: 'bonus' }
    const twins = await Promise.all([finance.post(path, credit), finance.post(path, credit)])
    expect(twins.map(({ status }) => status)).toEqual([200, 200])
    expect((await finance.post(path, { ...credit, amount: 21 })).status).toBe(409)
    expect((await finance.post(path, { ...credit, referenceId: 'x', amount: 90 })).status).toBe(402)
    const [wallet] = dataOf(await finance.get(`/portal/v1/wallets?consumerId=${id}`))
    expect(wallet.balance).toBe(25)
    const { body } = await finance.get(path)
    expect(body['content']).toHaveLength(2)
    expect(await availableOf(finance)).toBe(75)
    expect(await auditOf(`wallet:${walletId}`)).toEqual([['wallet.credit', finance.email]])
    expect(await auditOf(`consumer:${id}`)).toEqual([['consumer.create', finance.email]])
  })

  test('links of a person are checked before anything moves, sent once, and refunded if cancelled', async () => {
    const { finance, buyer } = await team()
    const recipients = [{ name: 'Ann', email: 'ann@example.com' }, { amount: 15 }]
    const links = { reference: 'thanks', currency: 'USD', amount: 10, recipients }
    expect(dataOf(await buyer.post('/portal/v1/links/check', links))).toMatchObject({
      links: 2,
      amount: 25,
      setAside: 25,
    })
    const wrong = { ...links, recipients: [{}, { amount: -1 }, { email: 'nobody' }] }
    const refused = await buyer.post('/portal/v1/links/check', wrong)
    expect(refused.body.error?.details.map(({ field }: Json) => field)).toEqual([
      'recipients[1].amount',
      'recipients[2].email',
    ])
    expect(await availableOf(finance)).toBe(100)

    const key = { 'idempotency-key': crypto.randomUUID() }
    const send = () => buyer.send('POST', '/portal/v1/links', JSON.stringify(links), key)
    const sent = dataOf(await send())
    expect(dataOf(await send())).toEqual(sent)
    expect(dataOf(await buyer.post('/portal/v1/links/check', links))).toMatchObject({
      isSent: true,
    })
    for (const path of ['/portal/v1/links/check', '/portal/v1/link-drafts']) {
      const other = await buyer.post(path, { ...links, amount: 11 })
      expectError(other, 409, 'BUSINESS_RULE_VIOLATION', ['reference'])
    }
    expect((await finance.post('/portal/v1/links', links)).status).toBe(403)
    expect(await availableOf(finance)).toBe(75)
    const { linkId } = sent.links[0]
    const listed = dataOf(await finance.get('/portal/v1/links'))
    expect(listed[1]).toMatchObject({ linkId, name: 'Ann', email: 'ann@example.com' })
    const shown = JSON.stringify([listed, dataOf(await finance.get(`/portal/v1/links/${linkId}`))])
    expect(shown).not.toContain(sent.links[0].url.split('/').at(-1))

    const path = `/portal/v1/links/${linkId}`
    const replaced = dataOf(await buyer.post(`${path}/replace`, { email: 'bea@example.com' }))
    expect(replaced.url).not.toBe(sent.links[0].url)
    expect(dataOf(await buyer.get(path))).toMatchObject({ name: 'Ann', email: 'bea@example.com' })
    expect(dataOf(await buyer.post(`${path}/cancel`)).status).toBe('CANCELLED')
    expect(await availableOf(finance)).toBe(85)
    expect(dataOf(await finance.get('/portal/v1/links/sums'))).toEqual([
      { currency: 'USD', links: 2, openLinks: 1, sent: 25, claimed: 0, returned: 10, open: 15 },
    ])
    expect(await auditOf('links:thanks')).toEqual([['link.send', buyer.email]])
  })
}

async function availableOf(user: Browser): Promise<number> {
  const [{ available }] = dataOf(await user.get('/portal/v1/funds'))
  return available
}
