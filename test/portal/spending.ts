import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { completeOrder, placeOrder } from '../conformance/v2/fixture.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { sentLinks } from '../links/link-fixture.ts'
import type { Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'

/** Defines the tests of what was spent by label. */
export function testSpending(fixtureOf: () => Fixture): void {
  test('spending by label adds up to the change of the funds, label by label', async () => {
    const fixture = fixtureOf()
    const partner = await fixture.newPartner({ USD: '500.00', JPY: '9000' })
    const { partnerId } = partner
    const finance = await signedIn(fixture, { role: 'finance', partnerId })
    const [productId] = fixture.ids.products
    const order = (quantity: number, metadata?: Json) => ({
      items: [{ productId, amount: 10, quantity }],
      ...(metadata && { metadata }),
    })
    // Each unit costs 9.90 with the discount of the fixture.
    const hr = await completeOrder(fixture, order(3, { team: 'HR', cause: 'May' }), partner)
    await completeOrder(fixture, order(1), partner)
    await completeOrder(fixture, order(1, { cause: 'May' }), partner)
    // An order that only holds funds has spent nothing yet.
    const outOfStock = [{ productId: fixture.ids.vaultId, amount: 10, quantity: 1 }]
    await placeOrder(partner, { items: outOfStock, metadata: { team: 'HR' } })
    const refund = { itemNo: 2, kind: 'refund', reason: 'broken', acknowledged: true }
    dataOf(await fixture.admin.post(`/admin/v1/orders/${hr.id}/cases`, refund))

    const person = { fullName: 'Ann', email: `${randomUUID()}@example.com`, currency: 'USD' }
    const { walletId } = dataOf(
      await finance.post('/portal/v1/consumers', { ...person, initialFunds: 7 }),
    )
    const move = async (transactionType: string, amount: number, metadata: Json) => {
      const one = { amount, transactionType, referenceId: randomUUID(), metadata }
      dataOf(await finance.post(`/portal/v1/wallets/${walletId}/transactions`, one))
    }
    await move('CREDIT', 20, { cause: 'June' })
    await move('DEBIT', 5, { cause: 'June' })
    const links = await sentLinks(partner, {
      products: [productId],
      amount: 10,
      recipients: [{ metadata: { team: 'HR' } }, { metadata: { team: 'it' } }, {}],
    })
    dataOf(await partner.post(`/v2/links/${links[1]?.linkId}/cancel`, { reason: 'twice' }))

    const spending = async (query = '') => dataOf(await finance.get(`/portal/v1/spending${query}`))
    const byTeam: Json[] = await spending()
    const nothing = { charged: 0, refunded: 0, credited: 0, debited: 0, sent: 0, returned: 0 }
    const counts = { orders: 0, credits: 0, links: 0 }
    const row = (more: Json) => ({ currency: 'USD', ...counts, ...nothing, ...more })
    expect(byTeam).toEqual([
      row({
        value: 'HR',
        orders: 1,
        charged: 29.7,
        refunded: 9.9,
        links: 1,
        sent: 10,
        spent: 29.8,
      }),
      row({ value: 'it', links: 1, sent: 10, returned: 10, spent: 0 }),
      row({
        orders: 2,
        charged: 19.8,
        credits: 2,
        credited: 27,
        debited: 5,
        links: 1,
        sent: 10,
        spent: 51.8,
      }),
    ])
    expect((await spending('?by=cause')).map(({ value, spent }: Json) => [value, spent])).toEqual([
      ['June', 15],
      ['May', 29.7],
      [undefined, 36.9],
    ])

    const funds: Json[] = dataOf(await finance.get('/portal/v1/funds'))
    expect(funds.find(({ currency }) => currency === 'USD')?.['posted']).toBe(418.4)
    expect(await spending('?from=2020-01-01&to=2020-01-31')).toEqual([])
    expect((await finance.get('/portal/v1/spending?from=2026-02-02&to=2026-02-01')).status).toBe(
      400,
    )
    expect((await finance.get(`/portal/v1/spending?by=${'k'.repeat(41)}`)).status).toBe(400)
    const stranger = await signedIn(fixture, {
      role: 'finance',
      partnerId: (await fixture.newPartner({ USD: '1.00' })).partnerId,
    })
    expect(dataOf(await stranger.get('/portal/v1/spending'))).toEqual([])
  })
}
