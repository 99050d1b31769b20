import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'
import { changeAccount, numbersOf, shareTessera, until } from './tessera-bench.ts'

const opened = shareTessera()

test('codes that are valid for too short are not bought: what the partner asks for is passed on', async () => {
  const { theirs } = opened()
  const bought = await opened().connect()
  const { productId } = await theirs.product({ supplier: 'vault' })
  const csv = 'faceValue,giftCardNumber,expiresAt\n10,SHORT,2027-01-01\n10,LONG,2040-01-01'
  await theirs.admin.post(`/admin/v1/products/${productId}/codes`, csv, {
    'content-type': 'text/csv',
  })

  const outcome = await until(
    bought,
    bought.request(productId, { minValidityDays: 3_000 }),
    'issued',
  )

  expect(numbersOf(outcome)).toEqual(['LONG'])
})

test('an account there whose timestamps may be off for longer waits longer for a lost create', async () => {
  const { fixture, theirs } = opened()
  const bought = await opened().connect('5.00', { skewSeconds: '1200' })
  const { productId } = await theirs.product()
  opened().fates = ['lose']
  const request = bought.request(productId)
  const issue = async (): Promise<unknown> => (await bought.supplier.issue([request]))[0]

  await issue()
  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 39 * MS_PER_MINUTE)
  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 3 * MS_PER_MINUTE)

  expect(await issue()).toMatchObject({ outcome: 'unfunded' })
})

test('another client id is refused while a purchase is open, and taken once it has ended', async () => {
  const { fixture, theirs } = opened()
  const bought = await opened().connect()
  const { productId } = await theirs.product()
  opened().fates = ['lose']
  const request = bought.request(productId)
  await bought.supplier.issue([request])
  const { credentials } = await theirs.newPartner({ USD: '1000.00' })
  const change = (settings: Readonly<Record<string, string>>) =>
    changeAccount(fixture, bought.name, { settings: { ...bought.settings, ...settings } })

  const message = 'settings.clientId can change once no purchase is open there: 1 are'
  await expect(change({ clientId: credentials.clientId })).rejects.toMatchObject({
    kind: 'state_conflict',
    message,
  })
  await change({ skewSeconds: '60' })
  await until(bought, request, 'issued')
  await change({ clientId: credentials.clientId })

  expect(await bought.partner.orders()).toHaveLength(1)
})

test('a purchase does not begin at an account that has changed since it was read', async () => {
  const { fixture, theirs } = opened()
  const bought = await opened().connect()
  const { productId } = await theirs.product()
  const { connections } = bought.options
  const change = { settings: { ...bought.settings, skewSeconds: '60' } }
  const read = async () => {
    const all = await connections.all()
    await changeAccount(fixture, bought.name, change)
    return all
  }
  const stale = { all: read, close: () => undefined } as unknown as typeof connections
  const supplier = createConnector(ADAPTERS.tessera, { ...bought.options, connections: stale })

  const outcomes = await supplier.issue([bought.request(productId)])

  expect(outcomes).toMatchObject([{ outcome: 'pending' }])
  expect(await bought.partner.orders()).toEqual([])
})
