import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MS_PER_DAY, minorUnits } from '../../src/core/mod.ts'
import { aDeposit, pathOf } from '../conformance/admin-v1/fixture.ts'
import { completeOrder, importCsv } from '../conformance/v2/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf, openService, type Partner, type RunningService } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'
import { approveAs, gatedProcess, type GatedService } from './fixture.ts'

/** 100 of a currency with two decimals. */
const FROM = minorUnits(10_000n)

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService
let gated: GatedService
let partner: Partner
/** A person who has let out nothing yet. */
let ann: Browser

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  const dollars = new Map([['USD', FROM]])
  const approvalAmounts = new Map([
    ['deposits', new Map([...dollars, ['EUR', FROM], ['JPY', minorUnits(3n)]])],
    ['refunds', dollars],
    ['limits', dollars],
  ] as const)
  gated = await gatedProcess(service, {
    approvalAmounts,
    sessionIdleSeconds: 90 * 86_400,
    sessionSecondsMax: 90 * 86_400,
  })
})

afterAll(async () => {
  gated.http.close()
  await service.end()
})

beforeEach(async () => {
  ann = await gated.signedIn({ role: 'admin' })
  partner = await service.newPartner({ USD: '500.00' })
})

function deposit(user: Browser, input: Json, to = partner): Promise<Reply> {
  return user.post(`${pathOf(to)}/deposits`, aDeposit(input))
}

/** Returns how many days of persons have a sum. */
async function countedDays(): Promise<number> {
  return (await service.db.pool.query('select from value_out_days')).rowCount ?? 0
}

async function statuses(replies: readonly Promise<Reply>[]): Promise<number[]> {
  return (await Promise.all(replies)).map(({ status }) => status)
}

describe('a threshold applies to the sum of a person in a UTC day', () => {
  test('split deposits wait once they reach it; the next day begins at zero', async () => {
    expect((await deposit(ann, { amount: 60 })).status).toBe(201)
    expect((await deposit(ann, { amount: 39.99 })).status).toBe(201)
    const last = await deposit(ann, { amount: 0.01 })

    expect(last.status).toBe(202)
    expect(await partner.funds()).toEqual({ USD: 599.99 })
    now += MS_PER_DAY
    expect((await deposit(ann, { amount: 0.01 })).status).toBe(201)
  })

  test('each amount counts as a share of the threshold of its currency', async () => {
    expect((await deposit(ann, { amount: 60 })).status).toBe(201)
    expect((await deposit(ann, { amount: 40, currency: 'EUR' })).status).toBe(202)
    expect((await deposit(ann, { amount: 39.99, currency: 'EUR' })).status).toBe(201)
  })

  test('three thirds are a whole: shares are exact', async () => {
    const yen = { amount: 1, currency: 'JPY' }
    expect((await deposit(ann, yen)).status).toBe(201)
    expect((await deposit(ann, yen)).status).toBe(201)
    expect((await deposit(ann, yen)).status).toBe(202)
  })

  test('deposits to several partners add up; those of another person do not', async () => {
    const other = await service.newPartner({})
    expect((await deposit(ann, { amount: 60 })).status).toBe(201)
    expect((await deposit(ann, { amount: 60 }, other)).status).toBe(202)
    const ben = await gated.signedIn({ role: 'admin' })
    expect((await deposit(ben, { amount: 60 }, other)).status).toBe(201)
  })

  test('acts of tokens count for the person who made them, who cannot approve them', async () => {
    const { token } = dataOf(
      await ann.post('/admin/v1/tokens', { name: 'bank', role: 'admin' }).then(async (waiting) => {
        const ben = await gated.signedIn({ role: 'admin' })
        await approveAs(ben, dataOf(waiting).approvalId)
        const done = dataOf(await ann.get(dataOf(waiting).path))
        return { ...waiting, status: 200, body: done.response.body }
      }),
    )
    const byToken = (amount: number) =>
      gated.http.send({
        method: 'POST',
        target: `${pathOf(partner)}/deposits`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(aDeposit({ amount })),
      })

    expect((await deposit(ann, { amount: 60 })).status).toBe(201)
    const funding = await byToken(40)

    expect(funding.status).toBe(202)
    const approved = await approveAs(ann, dataOf(funding).approvalId)
    expect([approved.status, approved.body.error?.message]).toEqual([
      403,
      expect.stringContaining('your token requested'),
    ])
  })

  test('of ten deposits at once, only those below the threshold are made', async () => {
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => service.newPartner({})))
    const all = [...others, ...others].map((to) => deposit(ann, { amount: 30 }, to))

    const done = (await statuses(all)).filter((status) => status === 201)

    expect(done).toHaveLength(3)
  })

  test('acts that were approved, refused or replayed do not count', async () => {
    const { approvalId } = dataOf(await deposit(ann, { amount: 100 }))
    const ben = await gated.signedIn({ role: 'admin' })
    expect(dataOf(await approveAs(ben, approvalId)).state).toBe('EXECUTED')
    expect((await deposit(ann, { amount: 90, currency: 'XXX' })).status).toBe(400)
    const same = { amount: 90, reference: 'wire 7' }
    expect((await deposit(ann, same)).status).toBe(201)
    expect((await deposit(ann, same)).status).toBe(201)
  })

  test('the play money of a test partner neither waits nor counts', async () => {
    const path = `${pathOf(partner)}/credentials`
    const { testPartnerId } = dataOf(await service.admin.post(path, { mode: 'test' }))
    const play = { ...partner, partnerId: testPartnerId }
    expect((await deposit(ann, { amount: 5_000 }, play)).status).toBe(201)
    expect((await deposit(ann, { amount: 99.99 })).status).toBe(201)
  })

  test('without the setting nothing is counted', async () => {
    const before = await countedDays()
    dataOf(await service.admin.post(`${pathOf(partner)}/deposits`, aDeposit({ amount: 50 })))
    expect(await countedDays()).toBe(before)
  })
})

function credit(amount: number): Promise<Reply> {
  return ann.send('PUT', `${pathOf(partner)}/credit-limits`, { currency: 'USD', amount })
}

function spend(perDay: number | null): Promise<Reply> {
  return ann.send('PUT', `${pathOf(partner)}/spend-limits`, { currency: 'USD', perDay })
}

describe('an act counts with the value that it gives away', () => {
  test('a replacement with the face value of its code, whoever asked for it', async () => {
    const { productId } = await service.product({ supplier: 'vault', minAmount: 1, maxAmount: 100 })
    const codes = [1, 2, 3, 4, 5].map((one) => `60,CARD-${productId}-${one}`).join('\n')
    await importCsv(service, productId, `faceValue,giftCardNumber\n${codes}\n`)
    const bought = { productId, amount: 60, quantity: 3 }
    const { id } = await completeOrder(service, bought, partner)
    const path = `/admin/v1/orders/${id}/cases`
    const replace = { kind: 'replace', reason: 'not readable' }
    const request = { itemNo: 2, ...replace }
    const { caseId } = dataOf(await partner.post(`/v2/orders/${id}/cases`, request))

    expect((await ann.post(path, { itemNo: 1, ...replace })).status).toBe(201)
    expect((await ann.post(`/admin/v1/cases/${caseId}/accept`, {})).status).toBe(202)
    expect((await ann.post(path, { itemNo: 3, ...replace })).status).toBe(202)
    expect((await ann.post(path, { itemNo: 3, ...replace, kind: 'block' })).status).toBe(201)
  })

  test('a suspended partner with what it can spend again', async () => {
    const poor = await service.newPartner({ USD: '60.00' })
    for (const to of [poor, partner]) {
      expect((await ann.send('PATCH', pathOf(to), { status: 'SUSPENDED' })).status).toBe(200)
    }
    expect((await ann.send('PATCH', pathOf(partner), { status: 'ACTIVE' })).status).toBe(202)
    expect((await ann.send('PATCH', pathOf(poor), { status: 'ACTIVE' })).status).toBe(200)
  })

  test('a credit limit with its raise, and with nothing if it is lowered', async () => {
    expect((await credit(60)).status).toBe(200)
    expect((await credit(99.99)).status).toBe(200)
    expect((await credit(100)).status).toBe(202)
    expect((await credit(0)).status).toBe(200)
  })

  test('a spend limit with its raise, and without a bound if it is removed', async () => {
    expect((await spend(1_000)).status).toBe(200)
    expect((await spend(500)).status).toBe(200)
    expect((await spend(599)).status).toBe(200)
    expect((await spend(600)).status).toBe(202)
    expect((await spend(null)).status).toBe(202)
  })
})
