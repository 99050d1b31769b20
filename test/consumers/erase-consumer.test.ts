import { afterEach, beforeEach, expect, test } from 'vitest'
import { eraseConsumer, listErasures, listWallets } from '../../src/consumers/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aConsumer,
  credit,
  debit,
  fieldOf,
  kindOf,
  openFixture,
  settle,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

function erase(partnerId: number, consumerId: number | string, reason = 'ticket 12') {
  const input = { consumerId: String(consumerId), reason, actor: TESTER }
  return eraseConsumer(fixture, partnerId, input)
}

/** Returns the tables that have a row with this text, in any column, as text or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await fixture.db.rows(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`)
  const names: string[] = []
  for (const { name } of tables) {
    const hex = Buffer.from(text, 'utf8').toString('hex')
    const rows = await fixture.db.rows(sql`
      select from ${sql.raw(name)} as one
      where strpos(lower(one::text), ${text.toLowerCase()}) > 0
        or strpos(one::text, ${hex}) > 0
      limit 1`)
    if (rows.length > 0) names.push(name)
  }
  return names
}

/** Creates a consumer with a spent credit, whose mail was given up. */
async function aSpender(partnerId: number) {
  const { consumerId, walletId } = await aConsumer(fixture, partnerId)
  const description = 'For Ann of Elm Street'
  await credit(fixture.ledger, partnerId, { walletId, amount: 5, referenceId: 'in', description })
  const metadata = { home: 'Elm Street' }
  await debit(fixture.ledger, partnerId, { walletId, amount: 5, referenceId: 'out', metadata })
  await fixture.db.rows(sql`
    insert into notifications (
      partner_id, transfer_no, wallet_id, consumer_id, created_at, status, next_try_at, last_fault)
    select partner_id, transfer_no, credit_account, ${consumerId}, created_at, 'FAILED', null,
           'no mailbox of Elm Street'
    from transfers where partner_id = ${partnerId} and reference = 'in'`)
  await fixture.db.rows(sql`
    insert into mail_suppressions (partner_id, consumer_id, transfer_no, fault, suppressed_at)
    values (${partnerId}, ${consumerId}, 1, 'no mailbox of Elm Street', now())`)
  return { consumerId, walletId, description }
}

test('name, address and texts are in no table, and the books still sum up', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n })
  const other = await aConsumer(fixture, await fixture.partner({ USD: 1n }), { initialFunds: 1n })
  const { consumerId, walletId } = await aSpender(partnerId)
  const [row] = await fixture.db.rows(sql<{ blind: string; sealed: Buffer }>`
    select email_blind::text as blind, email_sealed as sealed
    from consumers where partner_id = ${partnerId}`)
  const sealed = row?.sealed.toString('hex') ?? ''
  expect(await tablesWith('Elm Street')).toEqual([
    'mail_suppressions',
    'notifications',
    'transfers',
  ])
  expect(await tablesWith(sealed)).toEqual(['consumers'])

  const erasure = await erase(partnerId, consumerId)

  expect(erasure).toMatchObject({ consumerId, wallets: 1, descriptions: 2, mails: 1 })
  for (const text of ['Elm Street', row?.blind ?? '', sealed]) {
    expect(await tablesWith(text)).toEqual([])
  }
  expect(await tablesWith('Ann Lee')).toEqual(['consumers'])
  expect(other.consumerId).not.toBe(consumerId)
  const [entry] = (await listAudit(fixture.db, { page: 1, pageSize: 1 })).rows
  expect(entry).toMatchObject({
    partnerId,
    actor: TESTER,
    action: 'consumer.erase',
    target: `consumer:${consumerId}`,
    reason: 'ticket 12',
    after: { walletIds: [walletId] },
  })
})

test('erasures of one group close the wallets of their own consumers', async () => {
  const partnerId = await fixture.partner()
  const people = await Promise.all([1, 2].map((no) => aConsumer(fixture, partnerId, emailOf(no))))

  const erasures = await Promise.all(people.map((one) => erase(partnerId, one.consumerId)))

  expect(erasures.map(({ wallets }) => wallets)).toEqual([1, 1])
  const { rows } = await listAudit(fixture.db, { page: 1, pageSize: 2 })
  expect(rows.map(({ after }) => after)).toEqual(
    expect.arrayContaining(people.map(({ walletId }) => ({ walletIds: [walletId] }))),
  )
})

function emailOf(no: number) {
  return { email: `person${no}@example.com` }
}

test('a second erasure returns the first, also at once and from another process', async () => {
  const partnerId = await fixture.partner()
  const { consumerId } = await aConsumer(fixture, partnerId)
  const input = { consumerId: String(consumerId), reason: 'again', actor: TESTER }
  const second = { db: fixture.db, ledger: fixture.secondLedger() }

  const [first, ...others] = await Promise.all([
    eraseConsumer(fixture, partnerId, input),
    eraseConsumer(second, partnerId, input),
    eraseConsumer(fixture, partnerId, input),
  ])

  expect(others).toEqual([first, first])
  expect(await erase(partnerId, consumerId, 'another reason')).toEqual(first)
  expect(await listErasures(fixture.db, { page: 1, pageSize: 10 })).toEqual({
    rows: [first],
    total: 1,
  })
})

test('the erased address is free again for a new consumer with new ids and wallets', async () => {
  const partnerId = await fixture.partner()
  const before = await aConsumer(fixture, partnerId)
  await erase(partnerId, before.consumerId)

  const after = await aConsumer(fixture, partnerId)

  expect(after.consumerId).not.toBe(before.consumerId)
  expect(after.walletId).not.toBe(before.walletId)
  const page = { page: 0, size: 10 }
  const wallets = await listWallets(fixture.db, partnerId, after.consumerId, page)
  expect(wallets.content).toMatchObject([{ walletId: after.walletId, status: 'ENABLED' }])
  expect(await kindOf(listWallets(fixture.db, partnerId, before.consumerId, page))).toBe(
    'consumer_unknown',
  )
})

test('a wallet with money refuses the erasure and is named with its balance; nothing changes', async () => {
  const partnerId = await fixture.partner({ USD: 5_00n })
  const { consumerId, walletId } = await aConsumer(fixture, partnerId, { initialFunds: 5_00n })

  const refusal = await refusalOf(erase(partnerId, consumerId))

  expect(refusal.kind).toBe('wallet_not_empty')
  expect(refusal.message).toContain(`wallet ${walletId} has 5.00 USD`)
  expect(await tablesWith('Ann Lee')).toEqual(['consumers'])
  expect((await listErasures(fixture.db, { page: 1, pageSize: 10 })).total).toBe(0)
})

test('unknown and foreign consumers, and reasons with an address, are refused', async () => {
  const partnerId = await fixture.partner()
  const foreign = await aConsumer(fixture, await fixture.partner())

  for (const id of ['none', '0', '9007199254740993', foreign.consumerId]) {
    expect(await kindOf(erase(partnerId, id))).toBe('consumer_unknown')
  }
  expect(await fieldOf(erase(partnerId, foreign.consumerId, 'for ann@example.com'))).toBe('reason')
})

test('after an erasure a credit is refused, and a repeated credit restores no text', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n })
  const { consumerId, walletId, description } = await aSpender(partnerId)
  await erase(partnerId, consumerId)

  const newCredit = { walletId, amount: 1, referenceId: 'new' }
  expect(await kindOf(credit(fixture.ledger, partnerId, newCredit))).toBe('wallet_not_enabled')
  const again = { walletId, amount: 5, referenceId: 'in', description }
  expect(await kindOf(credit(fixture.ledger, partnerId, again))).toBe('reference_conflict')
})

test('erasures that race with credits never leave an erased wallet with a balance', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const ledgerOf = (at: number) => ledgers[at % 2] ?? fixture.ledger
  const consumers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      aConsumer(fixture, partnerId, { email: `c${at}@example.com` }),
    ),
  )

  const races = consumers.flatMap<Promise<unknown>>(({ consumerId, walletId }, at) => {
    const input = { consumerId: String(consumerId), reason: 'left', actor: TESTER }
    const leave = () => eraseConsumer({ db: fixture.db, ledger: ledgerOf(at) }, partnerId, input)
    const pay = () =>
      credit(ledgerOf(at >> 1), partnerId, { walletId, amount: 1, referenceId: walletId })
    return at % 3 === 0 ? [pay(), leave()] : [leave(), pay()]
  })
  const { answers, refusals } = await settle(races)

  expect(answers).toHaveLength(20)
  expect(new Set(refusals)).toEqual(new Set(['wallet_not_enabled', 'wallet_not_empty']))
  const full = await fixture.db.rows(sql`
    select wallet_id from wallets
    join erasures using (partner_id, consumer_id)
    join accounts on accounts.partner_id = wallets.partner_id and account_id = wallet_id
    where credits_posted <> debits_posted or status <> 'CLOSED'`)
  expect(full).toEqual([])
})
