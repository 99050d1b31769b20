import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

/** Defines the tests of credits from the amount of a rule on, which need two people. */
export function testCreditApprovals(fixtureOf: () => Fixture): void {
  const team = async () => {
    const { partnerId } = await fixtureOf().newPartner({ USD: '100.00' })
    const of = (role: 'owner' | 'finance') => signedIn(fixtureOf(), { role, partnerId })
    const [owner, finance] = [await of('owner'), await of('finance')]
    await setRule(owner, 15)
    return { partnerId, owner, finance }
  }
  test('one person alone credits less than the rule, in one credit or by what opens a wallet', async () => {
    const { owner, finance } = await team()
    expect((await add(finance, 15)).status).toBe(403)
    const { walletId } = dataOf(await add(finance, 14.99))
    for (const by of [finance, owner]) {
      const { status, body } = await credit(by, walletId, 15)
      expect([status, body.error?.message]).toEqual([403, expect.stringContaining('15.00 USD')])
    }
    expect((await credit(finance, walletId, 5)).status).toBe(200)
    expect((await credit(finance, walletId, 15, 'DEBIT')).status).toBe(200)
    expect(await fundsOf(finance)).toBe(95.01)
    expect(await setRule(owner, undefined)).toEqual([])
    expect((await credit(finance, walletId, 15)).status).toBe(200)
  })

  test('a file from the rule on is started by another person than whoever uploaded it, once', async () => {
    const { owner, finance } = await team()
    const importId = await upload(finance, 10)
    expect((await start(finance, importId)).status).toBe(403)
    expect(await fundsOf(owner)).toBe(100)
    const twins = await Promise.all([start(owner, importId), start(owner, importId)])
    expect(new Set(twins.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const small = await upload(finance, 7)
    expect((await start(finance, small)).status).toBe(200)
  })

  test('a rule that is set meanwhile holds for a file that waits; one that waits too long is refused', async () => {
    const { partnerId, owner, finance } = await team()
    await setRule(owner, undefined)
    const importId = await upload(finance, 10)
    await setRule(owner, 20)
    expect((await start(finance, importId)).status).toBe(403)
    await fixtureOf().db.pool.query(
      `update credit_imports set created_at = created_at - interval '8 days'
       where partner_id = ${partnerId}`,
    )
    expect((await start(owner, importId)).status).toBe(409)
    expect(await fundsOf(owner)).toBe(100)
  })
}

const setRule = async (by: Browser, approveFrom: number | undefined): Promise<Json[]> => {
  const rule = JSON.stringify({ kind: 'credits', currency: 'USD', approveFrom })
  return dataOf(await by.send('PUT', '/portal/v1/order-rules', rule))
}
const add = (by: Browser, initialFunds: number): Promise<Reply> => {
  const person = { fullName: 'Ann', email: `${randomUUID()}@example.com`, currency: 'USD' }
  return by.post('/portal/v1/consumers', { ...person, initialFunds })
}
const credit = (by: Browser, walletId: unknown, amount: number, type = 'CREDIT') =>
  by.post(`/portal/v1/wallets/${String(walletId)}/transactions`, {
    amount,
    transactionType: type,
    referenceId: randomUUID(),
  })
/** Uploads a file of two credits, and returns its id. */
const upload = async (by: Browser, each: number): Promise<string> => {
  const row = (n: number) => `${n}-${randomUUID()}@example.com,${each},USD,row-${n},Ann`
  const file = ['email,amount,currency,reference,fullName', row(1), row(2), ''].join('\n')
  const query = `fileReference=${randomUUID()}&createConsumers=true`
  const headers = { 'content-type': 'text/csv' }
  return dataOf(await by.send('POST', `/portal/v1/credit-imports?${query}`, file, headers)).importId
}
const start = (by: Browser, id: string) => by.post(`/portal/v1/credit-imports/${id}/start`, {})
const fundsOf = async (by: Browser): Promise<number> =>
  dataOf(await by.get('/portal/v1/funds'))[0].available
