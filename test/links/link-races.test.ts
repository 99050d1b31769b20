import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { storedCurrency } from '../../src/core/mod.ts'
import type { PlaceInput } from '../../src/orders/mod.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { shareService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import {
  claimCard,
  claimForm,
  returnForm,
  linkNow,
  sentLink,
  sentLinks,
  submit,
  visit,
} from './link-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

const CLAIMS = 1_000

type Claim = Pick<PlaceInput, 'claim'> & { readonly productId: number; readonly amount: number }

function aClaim({ productId, amount, claim }: Claim) {
  const key = randomUUID()
  return {
    clientReference: key,
    idempotencyKey: key,
    fingerprint: Buffer.from(key),
    currency: storedCurrency('USD'),
    items: [{ productId, amount, quantity: 1 }],
    claim,
  }
}

test('the page of a card that is late says that somebody is looking after it', async () => {
  const service = await shared({ funds: { USD: '25.00' } })
  const { partner, db } = service
  const supplierSettings = { outcome: 'refused' }
  const { productId } = await service.product({ supplier: 'sandbox', supplierSettings })
  const { url } = await sentLink(partner, { products: [productId] })
  const card = await claimCard(url, { productId, amount: '10' })
  expect((await visit(card)).html).not.toContain('longer than usual')

  await db.pool.query(
    "update orders set created_at = created_at - interval '3 minutes' where partner_id = $1",
    [partner.partnerId],
  )

  expect((await visit(card)).html).toContain('somebody is looking after it')
  expect((await visit(url)).html).toContain('Being prepared')
})

test('of a thousand claims at once, at two processes, as many succeed as the link can pay', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, services, db } = service
  // A worker issues the orders of this product, so the link stays open while they are placed.
  const { productId } = await service.product({ minAmount: 1, supplier: 'sandbox' })
  const [whole, split] = [await sentLink(partner), await sentLink(partner)]
  const other = await service.another()
  const claimsOf = ({ linkId }: Json, amount: number) =>
    Array.from({ length: CLAIMS }, (_, at) => {
      const linkNo = Number(linkId.slice('lnk_'.length))
      const claim = { linkNo, generation: 1, trust: undefined }
      const { orders } = at % 2 === 0 ? services : other.services
      return orders.place(partner.partnerId, aClaim({ productId, amount, claim }))
    })

  const outcomes = await Promise.allSettled([...claimsOf(whole, 25), ...claimsOf(split, 5)])

  const placed = outcomes.map(({ status }) => status === 'fulfilled')
  expect(placed.slice(0, CLAIMS).filter(Boolean)).toHaveLength(1)
  expect(placed.slice(CLAIMS).filter(Boolean)).toHaveLength(5)
  for (const link of [whole, split]) {
    await eventually(async () => {
      expect(await linkNow(partner, link)).toMatchObject({ claimed: 25, returned: 0, left: 0 })
    })
  }
  await other.stop()
  expect((await verifyBooks(db)).differences).toEqual([])
})

test('if a claim, a return, a cancellation and a replacement race, one wins', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product()
  const recipients = Array.from({ length: 8 }, () => ({}))
  const links = await sentLinks(partner, { amount: 10, products: [productId], recipients })

  const endStates = await Promise.all(
    links.map(async ({ url, linkId }, at) => {
      const form = await claimForm(url, { productId, amount: '10' })
      const giveBack = returnForm(await visit(`${url}/return`))
      const acts = [
        async () => (await submit(`${url}/claim`, form)).headers.get('location') !== null,
        async () => (await submit(`${url}/return`, giveBack)).status === 303,
        async () => (await partner.post(`/v2/links/${linkId}/cancel`, {})).status === 200,
        async () => (await partner.post(`/v2/links/${linkId}/replace`, {})).status === 200,
      ]
      const order = acts.map((_, first) => (first + at) % acts.length)
      const successes = await Promise.all(order.map(async (one) => (await acts[one]?.()) && one))
      const [isClaimed, isCancelled, isReplaced] = [0, 2, 3].map((one) => successes.includes(one))
      expect(isClaimed && (isCancelled || isReplaced)).toBe(false)
      return eventually(async () => {
        const { status, claimed: paid, returned, left, orders } = await linkNow(partner, { linkId })
        expect(paid + returned + left).toBe(10)
        expect({ status, paid, returned, orders: orders.length }).toEqual(AMOUNTS_BY_STATUS[status])
        return { status, html: (await visit(url)).html }
      })
    }),
  )

  for (const { status, html } of endStates) {
    if (status === 'OPEN') expect(html).toContain('replaced by a new one')
  }
  expect((await verifyBooks(db)).differences).toEqual([])
})

test('the address of a link has one spelling: any other gets the response of an absent link', async () => {
  const service = await shared({ funds: { USD: '25.00' } })
  const { productId } = await service.product()
  const { url } = await sentLink(service.partner, { products: [productId] })
  const { origin, pathname } = new URL(url)
  const absent = await visit(url.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')))
  const [prefix, token] = [pathname.slice(0, 3), pathname.slice(3)]
  const spellings = [
    `${prefix}${token.replace('-', '%2d')}`,
    `${prefix}${token.replace('-', '%2D')}`,
    `${prefix}%3${token}`,
    `/%63/${token}`,
    `${prefix}${token}%20`,
    `${prefix}${token.toUpperCase()}`,
    `${prefix}0${token}`,
  ]

  for (const path of spellings) {
    for (const end of ['', '/return']) {
      const { status, html } = await visit(`${origin}${path}${end}`)
      expect({ path, status, html }).toEqual({ path, status: 404, html: absent.html })
    }
  }
  expect((await visit(url)).status).toBe(200)
})

/**
 * The amounts of a link of 10 by its status, which shows whether a claim, an end or a replacement
 * won.
 */
const AMOUNTS_BY_STATUS: Readonly<Record<string, object>> = {
  CLAIMED: { status: 'CLAIMED', paid: 10, returned: 0, orders: 1 },
  CANCELLED: { status: 'CANCELLED', paid: 0, returned: 10, orders: 0 },
  RETURNED: { status: 'RETURNED', paid: 0, returned: 10, orders: 0 },
  OPEN: { status: 'OPEN', paid: 0, returned: 0, orders: 0 },
}
