import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { changeAccount, issuedTo, numbersOf, shareTessera, issueUntil } from './tessera-bench.ts'

const opened = shareTessera()

test('codes that expire too early are not bought: the minimum validity of a line is passed on', async () => {
  const { seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product({ supplier: 'vault' })
  const csv = 'faceValue,giftCardNumber,expiresAt\n10,SHORT,2027-01-01\n10,LONG,2040-01-01'
  await seller.admin.post(`/admin/v1/products/${productId}/codes`, csv, {
    'content-type': 'text/csv',
  })

  const outcome = await issueUntil(
    buyer,
    buyer.request(productId, { minValidityDays: 3_000 }),
    'issued',
  )

  expect(numbersOf(outcome)).toEqual(['LONG'])
})

test('an account with a larger `skewSeconds` waits longer for a lost create', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect('5.00', { skewSeconds: '1200' })
  const { productId } = await seller.product()
  opened().fates = ['lose']
  const request = buyer.request(productId)
  const issue = async (): Promise<unknown> => (await buyer.supplier.issue([request]))[0]

  await issue()
  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 39 * MS_PER_MINUTE)
  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 3 * MS_PER_MINUTE)

  expect(await issue()).toMatchObject({ outcome: 'unfunded' })
})

test('another client id is refused while a purchase is open, and taken once it has ended', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product()
  opened().fates = ['lose']
  const request = buyer.request(productId)
  await buyer.supplier.issue([request])
  const { credentials } = await seller.newPartner({ USD: '1000.00' })
  const change = (settings: Readonly<Record<string, string>>) =>
    changeAccount(fixture, buyer.name, { settings: { ...buyer.settings, ...settings } })

  const message = 'settings.clientId can change once no purchase is open there: 1 are'
  await expect(change({ clientId: credentials.clientId })).rejects.toMatchObject({
    kind: 'state_conflict',
    message,
  })
  await change({ skewSeconds: '60' })
  await issueUntil(buyer, request, 'issued')
  await change({ clientId: credentials.clientId })

  expect(await buyer.partner.orders()).toHaveLength(1)
})

test('a purchase does not begin at an account that has changed since it was read', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect()
  const { productId } = await seller.product()
  const { connections } = buyer.options
  const change = { settings: { ...buyer.settings, skewSeconds: '60' } }
  const read = async () => {
    const all = await connections.all()
    await changeAccount(fixture, buyer.name, change)
    return all
  }
  const stale = { all: read, close: () => undefined } as unknown as typeof connections
  const supplier = createConnector(ADAPTERS.tessera, { ...buyer.options, connections: stale })

  const outcomes = await supplier.issue([buyer.request(productId)])

  expect(outcomes).toMatchObject([{ outcome: 'pending' }])
  expect(await buyer.partner.orders()).toEqual([])
})

test('a batch whose units went into stock is bought again', async () => {
  const { fixture, seller } = opened()
  const buyer = await opened().connect('5.00')
  const { productId } = await seller.product()
  const request = buyer.request(productId)
  await issueUntil(buyer, request, 'unfunded')
  const deposit = { currency: 'USD', amount: 5, reference: 'for a second purchase' }
  await seller.admin.post(`/admin/v1/partners/${buyer.partner.partnerId}/deposits`, deposit)

  // As if the units had been found late, after another supplier had delivered.
  await fixture.db.rows(sql`
    update supplier_creates set status = 'STOCKED' where order_no = ${request.orderNo}`)

  expect(numbersOf(await issueUntil(buyer, request, 'issued'))).toEqual(
    await issuedTo(buyer.partner),
  )
})
