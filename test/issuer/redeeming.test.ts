import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MS_PER_DAY } from '../../src/core/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { compareCards, expireAuthorizations } from '../../src/issuer/mod.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import type { Reply } from '../support/client.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { act, authorize, balanceOf, buyCode, buyCodes, newShop, redeemable } from './fixture.ts'

const shared = shareService()
const FUNDS = { funds: { USD: '2000.00' } }

async function expectProven({ db }: RunningService): Promise<void> {
  const differences = []
  for await (const difference of compareCards(db)) differences.push(difference)
  expect(differences).toEqual([])
}

function countOf(replies: readonly Reply[], status: number): number {
  return replies.filter((reply) => reply.status === status).length
}

test('a code is redeemed in two parts, and one part refunded; the book proves each sum', async () => {
  const service = await shared(FUNDS)
  const shop = await newShop(service)
  const code = await buyCode(service, 25)

  const first = dataOf(await authorize(shop, code, { amount: 10 }))
  expect(first).toMatchObject({ status: 'AUTHORIZED', authorized: 10, balance: 15 })
  const { captureId } = dataOf(await act(shop, `authorizations/${first.authorizationId}/capture`))
  const second = dataOf(await authorize(shop, code, { amount: 12.5 }))
  expect(
    dataOf(await act(shop, `authorizations/${second.authorizationId}/capture`, { amount: 12.25 })),
  ).toMatchObject({ status: 'CAPTURED', authorized: 12.5, captured: 12.25, balance: 2.75 })
  expect(dataOf(await act(shop, `captures/${captureId}/refund`, { amount: 4 }))).toMatchObject({
    status: 'CAPTURED',
    captured: 10,
    refunded: 4,
    balance: 6.75,
  })
  expectError(
    await act(shop, `captures/${captureId}/refund`, { amount: 6.01 }),
    400,
    'VALIDATION_ERROR',
    ['amount'],
  )
  dataOf(await act(shop, `captures/${captureId}/refund`, { amount: 6 }))

  expect(await balanceOf(shop, code)).toBe(12.75)
  await expectProven(service)
})

const CONFLICT = 'BUSINESS_RULE_VIOLATION'
const UNKNOWN = 'RESOURCE_NOT_FOUND'

test('of authorizations at once, no more are accepted than the card has', async () => {
  const service = await shared(FUNDS)
  const [shop, other] = [await newShop(service), await newShop(service)]
  const code = await buyCode(service, 25)

  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => authorize(at % 2 === 0 ? shop : other, code)),
  )

  expect([countOf(replies, 201), countOf(replies, 402)]).toEqual([2, 6])
  expect(await balanceOf(shop, code)).toBe(5)
  const some = () => authorize(shop, code, { allowPartial: true })
  const partial = await Promise.all([some(), some()])
  expect([countOf(partial, 201), countOf(partial, 402)]).toEqual([1, 1])
  expect(partial.find(({ status }) => status === 201)?.body.data).toMatchObject({
    authorized: 5,
    balance: 0,
  })
  await expectProven(service)
})

test('a call is carried out once for its reference, also if it is sent many times at once', async () => {
  const service = await shared(FUNDS)
  const [shop, other] = [await newShop(service), await newShop(service)]
  const code = await buyCode(service, 25)
  const reference = randomUUID()

  const send = () => authorize(shop, code, { reference })
  const [first, ...others] = await Promise.all([send(), send(), send()])
  const { authorizationId } = dataOf(first)

  for (const { status, text } of others) expect([status, text]).toEqual([201, first.text])
  const asTyped = code.toLowerCase().replaceAll('-', ' ')
  expect((await authorize(shop, asTyped, { reference })).text).toBe(first.text)
  expectError(await authorize(shop, code, { reference, amount: 9 }), 409, CONFLICT, ['reference'])
  const capture = `authorizations/${authorizationId}/capture`
  expectError(await act(shop, capture, { reference }), 409, CONFLICT, ['reference'])
  dataOf(await authorize(other, code, { reference }))
  expect(await balanceOf(shop, code)).toBe(5)
  await expectProven(service)
})

test('404 for authorizations of another merchant, and for another spelling of an id', async () => {
  const service = await shared(FUNDS)
  const [shop, other] = [await newShop(service), await newShop(service)]
  const code = await buyCode(service, 25)
  const { authorizationId } = dataOf(await authorize(shop, code))
  const { captureId } = dataOf(await act(shop, `authorizations/${authorizationId}/capture`))
  const open = dataOf(await authorize(shop, code)).authorizationId

  for (const [by, id] of [
    [other, open],
    [shop, open.toUpperCase()],
    [shop, randomUUID()],
  ] as const) {
    expectError(await act(by, `authorizations/${id}/capture`), 404, UNKNOWN)
    expectError(await act(by, `authorizations/${id}/void`), 404, UNKNOWN)
  }
  for (const [by, id] of [
    [other, captureId],
    [shop, captureId.toUpperCase()],
  ] as const) {
    expectError(await act(by, `captures/${id}/refund`, { amount: 1 }), 404, UNKNOWN)
  }
  expect(await balanceOf(shop, code)).toBe(5)
  const partnerReply = await service.partner.post('/issuer/v1/balance', { code })
  expectError(partnerReply, 401, 'AUTHENTICATION_ERROR')
  expectError(await shop.get('/v2/orders'), 401, 'AUTHENTICATION_ERROR')
})

test('an authorization ends once: by capture, void, reversal, or when its days are over', async () => {
  const service = await shared(FUNDS)
  const shop = await newShop(service)
  const code = await buyCode(service, 25)
  const { authorizationId } = dataOf(await authorize(shop, code, { amount: 20 }))
  const path = `authorizations/${authorizationId}`

  const replies = await Promise.all(
    ['capture', 'void', 'capture', 'void'].map((end) => act(shop, `${path}/${end}`)),
  )

  expect([countOf(replies, 200), countOf(replies, 409)]).toEqual([1, 3])
  await expectProven(service)

  const late = await buyCode(service, 25)
  const open = dataOf(await authorize(shop, late, { amount: 20 })).authorizationId
  const { db, services } = service
  const inAWeek = { ...services.clock, now: () => services.clock.now() + 7 * MS_PER_DAY }
  const sweep = () => expireAuthorizations({ db, clock: inAWeek })
  await Promise.all([sweep(), sweep()])
  expectError(await act(shop, `authorizations/${open}/capture`), 409, CONFLICT)
  expect(await balanceOf(shop, late)).toBe(25)
  await expectProven(service)
})

test('a reversal undoes its call, or prevents a call that arrives later', async () => {
  const service = await shared(FUNDS)
  const shop = await newShop(service)
  const code = await buyCode(service, 25)
  const reversal = async (reference: string) =>
    dataOf(await shop.post('/issuer/v1/reversals', { reference })).outcome

  const late = randomUUID()
  expect(await reversal(late)).toBe('NOT_RECEIVED')
  expect(await reversal(late)).toBe('NOT_RECEIVED')
  expectError(await authorize(shop, code, { reference: late }), 409, CONFLICT, ['reference'])

  const reference = randomUUID()
  const { authorizationId } = dataOf(await authorize(shop, code, { reference }))
  expect([await reversal(reference), await reversal(reference)]).toEqual(['REVERSED', 'REVERSED'])
  expectError(await authorize(shop, code, { reference }), 409, CONFLICT, ['reference'])
  expectError(await act(shop, `authorizations/${authorizationId}/capture`), 409, CONFLICT)
  expect(await balanceOf(shop, code)).toBe(25)
  await expectProven(service)
})

test('a call and its reversal at once leave the balance as it was, whichever is first', async () => {
  const service = await shared(FUNDS)
  const shop = await newShop(service)
  const code = await buyCode(service, 25)
  for (let round = 0; round < 4; round += 1) {
    const reference = randomUUID()

    const [called, reversed] = await Promise.all([
      authorize(shop, code, { reference }),
      shop.post('/issuer/v1/reversals', { reference }),
    ])

    const outcome = called.status === 201 ? 'REVERSED' : 'NOT_RECEIVED'
    expect(dataOf(reversed).outcome).toBe(outcome)
    expect(await balanceOf(shop, code)).toBe(25)
  }
  await expectProven(service)
})

test('captures and refunds are reversed, unless something builds on them', async () => {
  const service = await shared(FUNDS)
  const shop = await newShop(service)
  const code = await buyCode(service, 25)
  const references = { authorize: randomUUID(), capture: randomUUID(), refund: randomUUID() }
  const reverse = (reference: string) => shop.post('/issuer/v1/reversals', { reference })
  const { authorizationId } = dataOf(
    await authorize(shop, code, { amount: 20, reference: references.authorize }),
  )
  const capture = { reference: references.capture }
  const { captureId } = dataOf(
    await act(shop, `authorizations/${authorizationId}/capture`, capture),
  )
  const refund = { amount: 5, reference: references.refund }
  dataOf(await act(shop, `captures/${captureId}/refund`, refund))

  expectError(await reverse(references.authorize), 409, CONFLICT)
  expectError(await reverse(references.capture), 409, CONFLICT)
  const rest = dataOf(await authorize(shop, code, { amount: 10 })).authorizationId
  expectError(await reverse(references.refund), 402, CONFLICT, ['reference'])
  dataOf(await act(shop, `authorizations/${rest}/void`))
  dataOf(await reverse(references.refund))
  expect(await balanceOf(shop, code)).toBe(5)
  dataOf(await reverse(references.capture))
  expect(await balanceOf(shop, code)).toBe(25)
  await expectProven(service)
})

test('unknown codes and closed ones get one response, and the code is nowhere in the log', async () => {
  const service = await shared(FUNDS)
  const { admin } = service
  const shop = await newShop(service)
  const { productId } = await redeemable(service)
  const [bought] = await buyCodes(service, { productId })
  const { code = '', orderId = '' } = bought ?? {}
  const plain = await service.product()
  const [unredeemable] = await buyCodes(service, { productId: plain.productId })
  const open = dataOf(await authorize(shop, code)).authorizationId
  const block = { itemNo: 1, kind: 'block', reason: 'stolen' }
  dataOf(await admin.post(`/admin/v1/orders/${orderId}/cases`, block))

  const codes = [code, unredeemable?.code ?? '', 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ', '💳']
  const replies = await Promise.all(codes.map((one) => authorize(shop, one)))
  for (const reply of replies) {
    expectError(reply, 404, UNKNOWN, ['code'])
    expect(reply.text).toBe(replies[0]?.text)
  }
  // An earlier authorization can still be captured, but nothing goes back to a closed card.
  const { captureId } = dataOf(await act(shop, `authorizations/${open}/capture`))
  expectError(await act(shop, `captures/${captureId}/refund`, { amount: 1 }), 409, CONFLICT)
  expect(service.logged.join('\n')).not.toContain(code)
  await expectProven(service)
})

test('a product without the setting has no card, and its address has its code', async () => {
  const service = await shared(FUNDS)
  const { productId } = await service.product()
  const [plain] = await buyCodes(service, { productId })
  const { productId: cards } = await redeemable(service)
  const [card] = await buyCodes(service, { productId: cards, quantity: 1_500, amount: 1 })

  expect(plain?.redemptionUrl).toContain(plain?.code)
  expect(card?.redemptionUrl).not.toContain(card?.code)
  const rows = await service.db.rows<{ cards: bigint }>(sql`
    select count(*) as cards from cards where partner_id = ${service.partner.partnerId}`)
  expect(rows).toEqual([{ cards: 1_500n }])
  await expectProven(service)
})

test('the proof finds a card, an authorization or a batch that was changed', async () => {
  const service = await shared(FUNDS)
  const { partnerId } = service.partner
  dataOf(await authorize(await newShop(service), await buyCode(service)))
  await buyCode(service)
  const own = sql`blind in (select blind from cards where partner_id = ${partnerId})`
  const changes = [
    sql`update cards set balance_minor = balance_minor + 1, issued_minor = issued_minor + 1
      where ${own}`,
    sql`update cards set authorized_minor = authorized_minor - 1, balance_minor = balance_minor + 1
      where ${own} and authorized_minor > 0`,
    sql`update card_authorizations set status = 'VOIDED' where ${own}`,
    sql`delete from card_entries where ${own}`,
    sql`delete from cards where ${own} and entry_count = 0`,
  ]
  for (const change of changes) {
    const found: number[] = []
    const undone = transact(service.db, async (tx) => {
      tx.write(change)
      for await (const difference of compareCards(tx)) found.push(difference.partnerId)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(new Set(found)).toEqual(new Set([partnerId]))
  }
  await expectProven(service)
})

test('codes that name no card are limited by merchant and network; known ones are served', async () => {
  const service = await shared(FUNDS)
  const shop = await newShop(service)
  const code = await buyCode(service, 25)
  const guess = () => shop.post('/issuer/v1/balance', { code: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ' })

  let reply = await guess()
  for (let count = 0; count < 100 && reply.status === 404; count += 1) reply = await guess()

  expectError(reply, 429, 'RATE_LIMIT_EXCEEDED')
  expect(await balanceOf(shop, code)).toBe(25)
})
