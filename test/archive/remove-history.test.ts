import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { openService, type Partner, type RunningService } from '../support/service.ts'
import {
  newArchive,
  newWallet,
  statementOf,
  storedOf,
  transact,
  type Archive,
  type Transaction,
} from './removal-fixture.ts'

let service: RunningService
let archive: Archive

beforeAll(async () => {
  service = await openService()
  archive = await newArchive(service)
})
afterAll(async () => {
  await service.end()
  await archive.end()
})

type Act = 'deposit' | 'CREDIT' | 'DEBIT' | 'order'

/** Most acts of a history are credits, as in production. */
const ACT = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Act>('CREDIT') },
  { weight: 2, arbitrary: fc.constant<Act>('DEBIT') },
  { weight: 2, arbitrary: fc.constantFrom<Act>('deposit', 'order') },
)
const HISTORY = fc.record({
  acts: fc.array(fc.tuple(ACT, fc.nat({ max: 1 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 8,
    maxLength: 20,
  }),
  /** The share of the history that is older than the instant, in percent. */
  percent: fc.integer({ min: 0, max: 100 }),
})

interface PlayedHistory {
  readonly partner: Partner
  readonly walletIds: readonly number[]
  /** Each wallet transaction that was accepted, with its response. */
  readonly accepted: readonly (readonly [transaction: Transaction, reply: Reply])[]
}

async function playHistory(
  acts: readonly (readonly [Act, number, number])[],
): Promise<PlayedHistory> {
  const partner = await service.newPartner({ USD: '500.00' })
  const { productId } = await service.product()
  const names = ['ada@example.com', 'ben@example.com']
  const walletIds = await Promise.all(names.map((email) => newWallet(partner, email)))
  const accepted: [Transaction, Reply][] = []
  for (const [place, [act, wallet, amount]] of acts.entries()) {
    if (act === 'deposit') {
      const deposit = { currency: 'USD', amount, reference: `deposit-${place}` }
      await service.admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, deposit)
    } else if (act === 'order') {
      const order = { clientReference: `order-${place}`, currency: 'USD' }
      await partner.post('/v2/orders', { ...order, items: [{ productId, amount, quantity: 1 }] })
    } else {
      const referenceId = `reward-${place}`
      const credit = { walletId: walletIds[wallet] ?? 0, amount, transactionType: act, referenceId }
      const reply = await transact(partner, credit)
      if (reply.status === 200) accepted.push([credit, reply])
    }
  }
  return { partner, walletIds, accepted }
}

/** Returns all that must be the same before and after a removal. */
async function stateOf(partner: Partner): Promise<unknown> {
  const { partnerId } = partner
  const { rows: accounts } = await service.services.db.pool.query(
    'select * from accounts where partner_id = $1 order by account_id',
    [partnerId],
  )
  const deposits = await service.admin.get(`/admin/v1/partners/${partnerId}/deposits`)
  const orders = (await partner.orders()).map(({ id, total }) => ({ id, total }))
  return { funds: await partner.funds(), accounts, deposits: deposits.body, orders }
}

test('after a removal, balances, statements, keys and orders of any history are right', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORY, async ({ acts, percent }) => {
      const { partner, walletIds, accepted } = await playHistory(acts)
      const { partnerId } = partner
      const all = await storedOf(service, partnerId)
      const last = all[Math.min(all.length - 1, Math.floor((percent * all.length) / 100))]
      const cutMs = last?.atMs ?? 0
      const end = Date.now() + 1
      const before = await statementOf(partner, cutMs, end)
      const seen = await stateOf(partner)

      await archive.write(cutMs)
      await archive.remove(cutMs)

      const remaining = await storedOf(service, partnerId)
      const removedTransfers = all.filter(({ no }) => !remaining.some((one) => one.no === no))
      expect(
        removedTransfers.every(({ atMs, code }) => atMs < cutMs && [6, 7].includes(code)),
      ).toBe(true)
      expect(await archive.verify()).toMatchObject({ balanced: true, differences: [] })
      expect(await archive.faults()).toEqual([])
      expect(await stateOf(partner)).toEqual(seen)
      await expectStatements(partner, { from: cutMs, end, before })
      await expectKeys(partner, accepted)
      expect(await stateOf(partner)).toEqual(seen)
      const [walletId = 0] = walletIds
      const next = { walletId, amount: 1, transactionType: 'CREDIT', referenceId: 'next' } as const
      expect(await transact(partner, next)).toMatchObject({ status: 200 })
      expect(await archive.verify()).toMatchObject({ balanced: true, differences: [] })
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

/**
 * Expects that the statement is the same after the archive, and that its parts follow each other.
 */
async function expectStatements(
  partner: Partner,
  { from, end, before }: { from: number; end: number; before: Reply },
): Promise<void> {
  const whole = await statementOf(partner, from, end)
  expect(whole.status).toBe(200)
  expect(whole.body).toEqual(before.body)
  const middle = Math.floor((from + end) / 2)
  const [one, two] = [
    await statementOf(partner, from, middle),
    await statementOf(partner, middle, end),
  ]
  expect(one.body.opening).toBe(whole.body.opening)
  expect(two.body.opening).toBe(one.body.closing)
  expect(two.body.closing).toBe(whole.body.closing)
}

/** Expects that keys of stored transactions return the first response, and removed ones none. */
async function expectKeys(partner: Partner, accepted: PlayedHistory['accepted']): Promise<void> {
  const { rows } = await service.services.db.pool.query<{ reference: string }>(
    'select reference from transfers where partner_id = $1 and scope = 1',
    [partner.partnerId],
  )
  const references = rows.map(({ reference }) => reference)
  for (const [transaction, first] of accepted) {
    const again = await transact(partner, transaction)
    if (references.includes(transaction.referenceId)) expect(again.text).toBe(first.text)
    else {
      expect(again.status).toBe(409)
      expect(again.body.error.message).toContain('is archived; nothing moved')
    }
  }
}
