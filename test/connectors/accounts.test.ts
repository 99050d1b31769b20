import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountInput, registerAccount, updateAccount } from '../../src/connectors/accounts.ts'
import type { Adapter } from '../../src/connectors/adapter.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { listAccounts } from '../../src/connectors/list-accounts.ts'
import { pollFloats, type ReconcileOptions, settleAllDue } from '../../src/connectors/reconcile.ts'
import { signResponse } from '../../src/connectors/plugin-signature.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { followUnclear } from '../../src/connectors/unclear.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { TILLO_SECRETS } from '../../src/stand-ins/tillo.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'
import { type Bench, CASES, codesOf, openBench, settleBatch, unitsSold } from './bench.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

let bench: Bench
const [TILLO] = CASES
beforeEach(async () => {
  bench = await openBench(fixture, TILLO ?? expect.unreachable())
})
afterEach(() => bench.close())

const MINUTE_MS = 60_000

function reconcileOptions(): ReconcileOptions {
  return {
    ...bench.options,
    floatPollSeconds: 60,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  }
}

function register(input: Partial<AccountInput>): Promise<unknown> {
  const { db, vault, clock } = fixture
  const defaults = {
    adapter: 'tillo',
    name: 'other',
    environment: 'sandbox',
    secrets: TILLO_SECRETS,
  }
  const act = { actor: TESTER, at: clock.now() }
  const owner = { vault, adapters: ADAPTERS }
  return transact(db, (tx) => registerAccount(tx, owner, { input: { ...defaults, ...input }, act }))
}

test.each([
  ['adapter', { adapter: 'acme' }],
  ['name', { name: 'A b' }],
  ['environment', { environment: 'test' }],
  ['baseUrl', { baseUrl: 'http://169.254.169.254' }],
  ['baseUrl', { adapter: 'plugin', secrets: { keyId: 'a', secret: 'b' } }],
  ['secrets.secret', { secrets: { apiKey: 'a' } }],
  ['secrets.more', { secrets: { ...TILLO_SECRETS, more: 'a' } }],
  ['secrets.webhookSecret', { adapter: 'runa', secrets: { apiKey: 'a', webhookSecret: 'short' } }],
  ['settings.colour', { settings: { colour: 'red' } }],
  ['lowFloat.currency', { lowFloat: { amount: 5, currency: 'XXX' } }],
  ['lowFloat.amount', { lowFloat: { amount: 5.001, currency: 'EUR' } }],
] as const)('an account with a bad %s is refused, naming the field', async (field, input) => {
  await expect(register(input)).rejects.toMatchObject({ extras: { details: [{ field }] } })
})

test('an account is read with its funds, and never with its secrets', async () => {
  await pollFloats(reconcileOptions())

  const [account] = await listAccounts(fixture.db, fixture.clock.now())
  expect(account?.pots).toMatchObject([
    // Nothing was bought with these funds, so nobody knows for how many days they last.
    { pot: '', currency: 'EUR', funds: '10000', daysLeft: undefined },
    { pot: '', currency: 'GBP', funds: '10000', daysLeft: undefined },
  ])
  const { sealed, ...shown } = account ?? expect.unreachable()
  const all = `${sealed.toString('latin1')} ${JSON.stringify(shown, (_, one) => String(one))}`
  for (const secret of Object.values(TILLO_SECRETS)) expect(all).not.toContain(secret)
})

test('funds are read though their supplier names some twice, or by a text that cannot be stored', async () => {
  const pots = [
    { name: '', currency: 'EUR', amount: '1' },
    { name: 'a\u0000', currency: 'EUR', amount: '2' },
    { name: '', currency: 'EUR', amount: '3' },
  ]
  const adapters = { ...ADAPTERS, tillo: { ...ADAPTERS.tillo, readBalance: () => pots } }
  const connections = new Connections({ ...fixture, adapters })
  await pollFloats({ ...reconcileOptions(), connections })
  connections.close()

  const [account] = await listAccounts(fixture.db, fixture.clock.now())
  expect(account?.pots).toMatchObject([
    { pot: '', funds: '3' },
    { pot: 'a ', funds: '2' },
  ])
})

test.each(['a\u0000', 'x'.repeat(10_000)])(
  'an offer whose fields cannot be stored is none, so the quote does without',
  async (billRef) => {
    const offering: Adapter = {
      ...ADAPTERS.tillo,
      offer: (_request, account) => ADAPTERS.tillo.balance(account),
      readOffer: () => ({ fields: { billRef } }),
    }
    const supplier = createConnector(offering, bench.options)
    const { settings, recipient = {}, currency } = bench.request(1)
    const question = { productType: 'GIFT_CARD', settings, recipient, currency, faceValue: '10' }

    expect(await supplier.offer?.(question)).toBeUndefined()
  },
)

test('funds below the threshold raise an alert, which ends when the account is switched off', async () => {
  const { db, vault, clock } = fixture
  const [account] = await listAccounts(db, clock.now())
  const { adapter, name } = account ?? expect.unreachable()
  const owner = { vault, adapters: ADAPTERS }
  const change = (more: Parameters<typeof updateAccount>[2]['change']) =>
    transact(db, (tx) =>
      updateAccount(tx, owner, {
        name: { adapter, name },
        change: more,
        act: { actor: TESTER, at: clock.now() },
      }),
    )

  await change({ lowFloat: { amount: 10_000.01, currency: 'EUR' } })
  await pollFloats(reconcileOptions())
  expect(await openAlerts()).toEqual(['upstream_low_float'])

  await change({ active: false })
  expect(await openAlerts()).toEqual([])
})

test('a supplier that refuses our credential for minutes and again is reported as silent', async () => {
  const { db, vault, clock } = fixture
  const [account] = await listAccounts(db, clock.now())
  const name = account ?? expect.unreachable()
  const act = { actor: TESTER, at: clock.now() }
  const change = { secrets: { apiKey: 'wrong', secret: 'wrong' } }
  await transact(db, (tx) =>
    updateAccount(tx, { vault, adapters: ADAPTERS }, { name, change, act }),
  )

  clock.set(clock.now() + 4 * MINUTE_MS)
  await pollFloats(reconcileOptions())
  // The first fault may be that of our own start.
  expect(await openAlerts()).toEqual([])
  clock.set(clock.now() + MINUTE_MS)
  await pollFloats(reconcileOptions())
  expect(await openAlerts()).toEqual(['upstream_silent'])
})

test('a purchase for a cancelled order is taken back if the supplier offers that', async () => {
  const request = bench.request(1)
  codesOf(await settleBatch(fixture, bench, request))
  const before = bench.books.funds.get('EUR')

  await bench.supplier.release([request])
  await settleAllDue(reconcileOptions())

  expect(unitsSold(bench.books)).toBe(0)
  expect(bench.books.funds.get('EUR')).toBeGreaterThan(before ?? 0n)
  expect(await statuses(request.orderNo)).toEqual(['REVERSED'])
  expect(await fixture.freeAfterAudit(request.productId)).toBe(0)
})

test('a create that never arrived is not repeated for an order that is cancelled', async () => {
  bench.books.faults.push({ of: 'create', does: 'loseBefore', times: 1 })
  const request = bench.request(1)
  await settleBatch(fixture, bench, request, 1)

  await bench.supplier.release([request])
  await settleAllDue(reconcileOptions())
  expect(await statuses(request.orderNo)).toEqual(['PLACING'])
  fixture.clock.set(fixture.clock.now() + 5 * MINUTE_MS)
  await settleAllDue(reconcileOptions())

  expect(bench.books.sales).toEqual([])
  expect(await statuses(request.orderNo)).toEqual(['REFUSED'])
  expect(await fixture.freeAfterAudit(request.productId)).toBe(0)
})

test('a code whose return was not confirmed is not sold again, and a person is alerted', async () => {
  const request = bench.request(1)
  codesOf(await settleBatch(fixture, bench, request))
  bench.books.faults.push({ of: 'any', does: 'loseAfter', times: 1 })

  await bench.supplier.release([request])
  await settleAllDue(reconcileOptions())
  fixture.clock.set(fixture.clock.now() + MINUTE_MS)
  await settleAllDue(reconcileOptions())
  await followUnclear(bench.options)

  expect(unitsSold(bench.books)).toBe(0)
  expect(await fixture.freeAfterAudit(request.productId)).toBe(0)
  expect(await openAlerts()).toContain('supplier_unclear')
})

test.each(['runa', 'tillo'])(
  'a purchase that cannot be taken back goes into stock, once: %s',
  async (name) => {
    await bench.close()
    const one = CASES.find(({ shop }) => shop === name) ?? expect.unreachable()
    bench = await openBench(fixture, { ...one, switches: { undo: 'refused' } })
    const request = bench.request(2)
    codesOf(await settleBatch(fixture, bench, request))

    await bench.supplier.release([request])
    await settleAllDue(reconcileOptions())
    fixture.clock.set(fixture.clock.now() + MINUTE_MS)
    await settleAllDue(reconcileOptions())

    expect(unitsSold(bench.books)).toBe(2)
    expect(await statuses(request.orderNo)).toEqual(['STOCKED', 'STOCKED'])
    expect(await fixture.freeAfterAudit(request.productId)).toBe(2)
    expect(await openAlerts()).toContain('upstream_unsold')
  },
)

async function openAlerts(): Promise<string[]> {
  const rows = await fixture.db.rows(sql<{ kind: string }>`
    select kind from alerts where resolved_at is null order by kind`)
  return rows.map(({ kind }) => kind)
}

async function statuses(orderNo: number): Promise<string[]> {
  const rows = await fixture.db.rows(sql<{ status: string }>`
    select status from supplier_creates where partner_id = 1 and order_no = ${orderNo}
    order by first_unit`)
  return rows.map(({ status }) => status)
}

test('a listing of another account is not bought, and nothing is sent', async () => {
  const request = { ...bench.request(1), offer: { operator: '341', offeredBy: 'reloadly:main' } }

  expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'refused' }])
  expect(bench.books.sales).toHaveLength(0)
})

test('a response of a plug-in counts only for the request that it was signed for', () => {
  const { plugin } = ADAPTERS
  const account = {
    environment: 'sandbox',
    secrets: { keyId: 'a', secret: 'b' },
    settings: {},
    now: fixture.clock.now(),
  } as const
  const call = plugin.balance(account)
  const other = plugin.catalog(account, undefined)
  const body = Buffer.from('{"balances":[]}')
  const requestSignature = call.headers?.['tessera-signature'] ?? ''
  const signature = signResponse(account.secrets, { status: 200, requestSignature, body })
  const response = { status: 200, headers: { 'tessera-signature': signature }, body }

  expect(plugin.isGenuine?.(response, call, account)).toBe(true)
  expect(plugin.isGenuine?.(response, other, account)).toBe(false)
  expect(plugin.isGenuine?.({ ...response, status: 404 }, call, account)).toBe(false)
  expect(plugin.isGenuine?.({ ...response, body: Buffer.from('{}') }, call, account)).toBe(false)
  expect(plugin.isGenuine?.({ ...response, headers: {} }, call, account)).toBe(false)
})
