import { beforeEach, expect, test } from 'vitest'
import { transactWallet } from '../../src/consumers/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import {
  CREDITS,
  newWallet,
  shareRemoval,
  storedOf,
  transact,
  type Removal,
} from './removal-fixture.ts'

/** The deposit and the credits. */
const LAST = CREDITS + 1

const removal = shareRemoval()
let fixture: Removal

beforeEach(async () => {
  fixture = await removal()
})

/** The database of a process that is killed when it begins its n-th transaction. */
function databaseDyingAt(transaction: number): Database {
  const { db } = fixture.service.services
  let transactions = 0
  const connect = async () => {
    transactions += 1
    if (transactions > transaction) throw new Error('killed')
    return await db.connect()
  }
  return { ...db, rows: (statement) => db.rows(statement), connect }
}

test('a run that is killed before one of its transactions is continued, and nothing is lost', async () => {
  const cutMs = Date.now() + 1
  await fixture.archive.write(cutMs)
  const remainingCounts: number[] = []
  for (let runs = 0; ; runs += 1) {
    // The first connection takes the lock, so each run commits at most one transaction.
    const run = await fixture.archive
      .remove(cutMs, databaseDyingAt(runs === 0 ? 1 : 2))
      .catch((error: unknown) => error)
    remainingCounts.push((await storedOf(fixture.service, fixture.partner.partnerId)).length)
    expect(await fixture.archive.verify()).toMatchObject({ balanced: true, differences: [] })
    expect(await fixture.archive.faults()).toEqual([])
    for (let no = 1; no <= CREDITS; no += 1) await fixture.credit(`row-${no}`)
    expect(await fixture.partner.funds()).toEqual({ USD: 100 - CREDITS })
    if (!(run instanceof Error)) break
    expect(run.message).toBe('killed')
  }

  // A step removes three numbers, except for its last credit.
  expect(remainingCounts).toEqual([7, 7, 6, 4, 4])
  const rows = await fixture.query(
    `select removed_transfers::int as removed, (
       select count(*)::int from archived_keys where partner_id = $1) as keys
     from ledger_openings where partner_id = $1`,
  )
  expect(rows).toEqual([{ removed: 3, keys: 3 }])
})

test('of two runs at once one is refused, and each transfer is removed once', async () => {
  const cutMs = Date.now() + 1
  await fixture.archive.write(cutMs)

  const runs = await Promise.allSettled([
    fixture.archive.remove(cutMs),
    fixture.archive.remove(cutMs),
  ])

  expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await storedOf(fixture.service, fixture.partner.partnerId)).length).toBe(LAST - 3)
  expect(await fixture.archive.remove(cutMs)).toEqual({ partners: 0, transfers: 0 })
})

test('a process with an older cached book reads it anew, and loses no balance', async () => {
  const { services, stop } = await fixture.service.another({ role: 'api' })
  const other = await newWallet(fixture.partner, 'ben@example.com')
  const creditOther = (referenceId: string) =>
    transact(fixture.partner, {
      walletId: other,
      amount: 1,
      transactionType: 'CREDIT',
      referenceId,
    })
  const creditThere = (referenceId: string) =>
    transactWallet(services.ledger, fixture.partner.partnerId, {
      walletId: String(other),
      amount: 1,
      transactionType: 'CREDIT',
      referenceId,
    })
  await creditThere('cached')
  // Each third number stays. The credit of the other wallet is one of those that are removed.
  for (const reference of ['here-1', 'here-2', 'here-3']) {
    await fixture.credit(reference)
    if (reference === 'here-1') await creditOther('here')
  }
  await fixture.archiveAndRemove()
  const { newBalanceMinor } = await creditThere('after')
  await stop()

  expect(newBalanceMinor).toBe(300n)
  expect(await fixture.archive.verify()).toMatchObject({ balanced: true, differences: [] })
})

test.each([
  [
    'mails',
    `insert into notifications (partner_id, transfer_no, wallet_id, consumer_id, created_at,
       next_try_at) values ($1, 2, 1, 1, now(), now())`,
    'delete from notifications where partner_id = $1',
  ],
  [
    'mails',
    `with counted as (select $1::int) update mailing set is_on = true where only_row`,
    'with counted as (select $1::int) update mailing set is_on = false where only_row',
  ],
  [
    'events',
    `insert into feeds (partner_id, last_transfer, listened_at) values ($1, 2, now())`,
    'delete from feeds where partner_id = $1',
  ],
])('transfers are not removed while %s about them wait', async (what, wait, go) => {
  const cutMs = Date.now() + 1
  await fixture.archive.write(cutMs)
  await fixture.query(wait)
  const run = await fixture.archive.remove(cutMs).catch((error: unknown) => String(error))
  await fixture.query(go)

  expect(run).toMatch(new RegExp(`${what} about transfers up to \\d+ wait`))
  expect(await storedOf(fixture.service, fixture.partner.partnerId)).toHaveLength(LAST)
})
