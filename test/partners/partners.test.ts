import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../../src/db/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import {
  createPartner,
  getPartner,
  listPartners,
  partnerFunds,
  RATE_LIMIT_MAX,
  updatePartner,
  type Partner,
  type PartnerChange,
} from '../../src/partners/mod.ts'
import { endFixture, OPERATOR, START, startFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeEach(async () => void (fixture = await startFixture()))
afterEach(() => endFixture(fixture))

function create(name: string): Promise<Partner> {
  return transact(fixture.db, (tx) => createPartner(tx, fixture.clock, { name, actor: OPERATOR }))
}

function update(partnerId: number, change: Omit<PartnerChange, 'actor'>): Promise<Partner> {
  return transact(fixture.db, (tx) =>
    updatePartner(tx, fixture.clock, partnerId, { ...change, actor: OPERATOR }),
  )
}

test('a new partner is ACTIVE, has the default rate limit and an empty book', async () => {
  const partner = await create('  Forum Rewards  ')

  expect(partner).toEqual({
    partnerId: fixture.partner.partnerId + 1,
    name: 'Forum Rewards',
    status: 'ACTIVE',
    rateLimit: null,
    mailLanguage: 'en',
    walletSpending: false,
    walletSpendingStopped: false,
    walletSignIn: false,
    secondFactorRequired: false,
    createdAt: START,
  })
  expect(await getPartner(fixture.db, partner.partnerId)).toEqual(partner)
  expect(await partnerFunds(fixture.db, partner.partnerId)).toEqual([])
})

test('a partner that was refused leaves neither row nor book', async () => {
  for (const name of ['', '   ', 'x'.repeat(201), 'a\u0000b', 'a\ud800b']) {
    await expect(create(name)).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field: 'name' }] },
    })
  }
  expect(await listPartners(fixture.db, { page: 1, pageSize: 10 })).toEqual({
    rows: [fixture.partner],
    total: 1,
  })
})

test('partners are listed by number, newest last, and a page past the end is empty', async () => {
  for (const name of ['second', 'third', 'fourth']) await create(name)

  expect(await names(1, 3)).toEqual(['Colosseum Gifts', 'second', 'third'])
  expect(await names(2, 3)).toEqual(['fourth'])
  expect(await names(3, 3)).toEqual([])
  expect(await names(Number.MAX_SAFE_INTEGER, 2_000)).toEqual([])
})

async function names(page: number, pageSize: number): Promise<string[]> {
  const { rows, total } = await listPartners(fixture.db, { page, pageSize })
  expect(total).toBe(4)
  return rows.map((row) => row.name)
}

test('an unknown partner is not found, whatever its number', async () => {
  for (const partnerId of [0, 99, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    await expect(getPartner(fixture.db, partnerId)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(update(partnerId, { name: 'x' })).rejects.toMatchObject({ kind: 'not_found' })
  }
})

test('a change affects only the fields that it names, and null resets the rate limit', async () => {
  const { partnerId } = fixture.partner

  expect(await update(partnerId, { rateLimit: 25 })).toEqual({ ...fixture.partner, rateLimit: 25 })
  expect(await update(partnerId, { status: 'SUSPENDED' })).toMatchObject({
    name: 'Colosseum Gifts',
    status: 'SUSPENDED',
    rateLimit: 25,
  })
  expect(await update(partnerId, { rateLimit: 0 })).toMatchObject({ rateLimit: 0 })
  await update(partnerId, { rateLimit: null, name: 'Renamed', status: 'ACTIVE' })
  expect(await getPartner(fixture.db, partnerId)).toEqual({ ...fixture.partner, name: 'Renamed' })
})

test('a rate limit is null or a whole number from 0 on', async () => {
  for (const rateLimit of [-1, 1.5, Number.NaN, RATE_LIMIT_MAX + 1]) {
    await expect(update(fixture.partner.partnerId, { rateLimit })).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field: 'rateLimit' }] },
    })
  }
})

test('the audit log has each change with its author, before and after, newest first', async () => {
  const { partnerId } = fixture.partner
  await create('another')
  fixture.clock.advance(5_000)
  await update(partnerId, { status: 'SUSPENDED', reason: 'no contract' })
  await update(partnerId, { status: 'SUSPENDED', reason: 'again, which changes nothing' })

  const request = { page: 1, pageSize: 10, target: `partner:${partnerId}` }
  const { rows, total } = await listAudit(fixture.db, request)
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    {
      partnerId,
      actor: OPERATOR,
      action: 'partner.update',
      reason: 'no contract',
      before: { name: 'Colosseum Gifts', status: 'ACTIVE', rateLimit: null, mailLanguage: 'en' },
      after: { name: 'Colosseum Gifts', status: 'SUSPENDED', rateLimit: null, mailLanguage: 'en' },
      at: START + 5_000,
    },
    { action: 'partner.create', after: { name: 'Colosseum Gifts' }, at: START },
  ])
  expect((await listAudit(fixture.db, { page: 1, pageSize: 2 })).total).toBe(3)
  expect((await listAudit(fixture.db, { page: 2, pageSize: 2 })).rows).toHaveLength(1)
})
