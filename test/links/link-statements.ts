import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { claimCard, linkNow, sentLink } from './link-fixture.ts'

const PERIOD = 'currency=USD&from=2000-01-01&to=2100-01-01'

/** Defines the test of the statements of links. */
export function testLinkStatements(open: () => Promise<RunningService>): void {
  test('statements show each cent of links: set aside, claimed with its price, and returned', async () => {
    const service = await open()
    const { partner, admin } = service
    const { productId } = await service.product()
    const rule = { partnerId: partner.partnerId, productId, discountPercent: 10, feeAmount: 0.5 }
    expect((await admin.post('/admin/v1/price-rules', rule)).status).toBe(201)
    const reference = randomUUID()
    const link = await sentLink(partner, { reference, products: [productId] })
    await claimCard(link.url, { productId, amount: '10' })
    await eventually(async () => {
      expect(await linkNow(partner, link)).toMatchObject({ claimed: 9.5 })
    })
    await partner.post(`/v2/links/${link.linkId}/cancel`, {})

    const movements: Json[] = dataOf(await partner.get('/v2/accounts/transactions'))
    const returns = movements.filter(({ kind }) => kind === 'link_return')
    expect(returns.map((one) => one['reference'])).toEqual(returns.map(() => link.linkId))
    expect(movements.at(-1)).toMatchObject({ kind: 'deposit', amount: 100 })
    const [sendMovement] = movements.filter(({ kind }) => kind === 'link_send')
    expect(sendMovement).toMatchObject({ amount: -27.5, available: 72.5, reference })
    const readStatement = async (query = '') =>
      (await partner.get(`/v2/accounts/statement?${PERIOD}${query}`)).body.data
    expect(await readStatement()).toMatchObject({ opening: 0, closing: 90.5 })

    const { opening, closing, totals, movements: lines } = await readStatement('&account=links')
    expect([opening, closing]).toEqual([0, 0])
    expect(totals).toEqual([
      { kind: 'link_send', count: 1, amount: 27.5 },
      { kind: 'order_charge', count: 1, amount: -9.5 },
      { kind: 'link_return', count: returns.length, amount: -18 },
    ])
    const { orderId } = (await linkNow(partner, link)).orders[0]
    const charges = lines.filter(({ kind }: Json) => kind === 'order_charge')
    const price = { faceValue: 10, discount: 1, fee: 0.5, amount: -9.5 }
    expect(charges).toMatchObject([{ orderId, ...price }])
    expect(charges[0].reference).toMatch(new RegExp(`^${link.linkId}-1-`))

    const path = `/admin/v1/partners/${partner.partnerId}/statement?${PERIOD}&format=`
    const { text } = await admin.get(`${path}html`)
    expect(text).toContain('<caption>Set aside for links: movements</caption>')
    expect(text).toMatch(/<td>claimed<td class="n">1<\/td><td class="n">-9\.50<\/td>/)
    expect((await admin.get(`${path}html&account=links`)).text).not.toContain('>Movements<')
  })
}
