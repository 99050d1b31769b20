import { expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import type { RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { claimForm, isCard, linkNow, sentLink, submit, type Page } from './link-fixture.ts'

interface ClaimContext {
  readonly service: RunningService
  readonly productId: number
  template(rules: Json): Promise<string>
  claim(link: Json): Promise<Page>
}

/** Defines the tests of claims that fail after they were counted. */
export function testFailedClaims(running: () => ClaimContext): void {
  test('a claim whose card fails no longer counts: its link is replaceable, and one of two further claims succeeds', async () => {
    const { service, productId, template, claim } = running()
    const templateId = await template({ amountPerDay: [{ currency: 'USD', amount: 10 }] })
    const { productId: missing } = await service.product({ supplier: 'vault' })
    await service.stock(missing, ['taken'])
    const products = [missing, productId]
    const failing = await sentLink(service.partner, { templateId, products })
    const others = await Promise.all(
      [1, 2, 3].map(() => sentLink(service.partner, { templateId, products })),
    )
    const form = await claimForm(failing.url, { productId: missing, amount: '10' })
    await service.db.rows(sql`delete from stock_free where product_id = ${missing}`)
    expect(isCard(await submit(`${failing.url}/claim`, form))).toBe(true)
    expect(isCard(await claim(others[0]))).toBe(false)

    const order = await eventually(async () => {
      const [last] = (await linkNow(service.partner, failing)).orders
      expect(last).toMatchObject({ status: 'OUT_OF_STOCK' })
      return last
    })
    const cancel = () =>
      service.admin.post(`/admin/v1/orders/${order.orderId}/cancel`, { reason: 'not to be had' })
    const replace = () => service.partner.post(`/v2/links/${failing.linkId}/replace`, {})
    expect((await replace()).status).toBe(409)
    await Promise.all([cancel(), cancel()])
    expect((await replace()).status).toBe(200)

    const pages = await Promise.all([claim(others[1]), claim(others[2])])
    expect(pages.filter(isCard)).toHaveLength(1)
    const countChecks =
      'select count(*)::integer as claims from link_claim_checks where template_id = $1'
    const { rows } = await service.db.pool.query(countChecks, [templateId.slice('tpl_'.length)])
    expect(rows).toEqual([{ claims: 1 }])
  })

  test('the checks of a partner are deleted with its last rule; a failed claim without rules deletes none', async () => {
    const { service } = running()
    const partner = await service.newPartner({ USD: '100.00' })
    const owner = await signedIn(service, { role: 'owner', partnerId: partner.partnerId })
    const put = (claimRules?: Json) =>
      owner.send('PUT', '/portal/v1/claim-rules', JSON.stringify({ claimRules }))
    const { productId } = await service.product({ supplier: 'vault' })
    await service.stock(productId, ['one'])
    expect((await put({ networkPerDay: 9 })).status).toBe(200)
    const link = await sentLink(partner, { products: [productId] })
    const form = await claimForm(link.url, { productId, amount: '10' })
    await service.db.rows(sql`delete from stock_free where product_id = ${productId}`)
    expect(isCard(await submit(`${link.url}/claim`, form))).toBe(true)
    const readChecks = async () => {
      const { rows } = await service.db.pool.query<{ row: Json }>(
        'select to_jsonb(c) as row from link_claim_checks c where partner_id = $1',
        [partner.partnerId],
      )
      return rows.map(({ row }) => row)
    }
    const [check] = await readChecks()
    expect((await put()).status).toBe(200)
    expect(`lnk_${check?.['link_no']}`).toBe(link.linkId)
    expect(await readChecks()).toEqual([])

    // If a failed claim looked for expired checks, it would delete this one.
    await service.db.pool.query(
      `insert into link_claim_checks
       select * from jsonb_populate_record(null::link_claim_checks, $1)`,
      [JSON.stringify(check)],
    )
    const [{ orderId }] = (await linkNow(partner, link)).orders
    const body = { reason: 'not to be had' }
    await eventually(async () =>
      expect((await service.admin.post(`/admin/v1/orders/${orderId}/cancel`, body)).status).toBe(
        200,
      ),
    )
    expect(await readChecks()).toHaveLength(1)
  })
}
