import { expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { startService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, INSTANT } from '../v2/fixture.ts'
import { expectData } from './fixture.ts'

const VERIFICATIONS = '/admin/v1/ledger/verifications'

/** Runs a verification to its end. */
async function runVerification(service: RunningService, body: object = {}): Promise<Json> {
  const verification = expectData(await service.admin.post(VERIFICATIONS, body), 202)
  return waitForEnd(service, verification)
}

async function waitForEnd({ admin }: RunningService, { verificationId }: Json): Promise<Json> {
  return eventually(async () => {
    const data = expectData(await admin.get(`${VERIFICATIONS}/${verificationId}`), 200)
    expect(data.state).not.toBe('RUNNING')
    return data
  })
}

async function serviceWithOrders(count: number): Promise<RunningService> {
  const service = await startService({ funds: { USD: '1000.00' } })
  const { productId } = await service.product()
  for (let at = 0; at < count; at += 1) await completeOrder(service, { productId, amount: 10 })
  return service
}

test('202, then DONE: what was verified, who started it, and that the ledger is balanced', async () => {
  const service = await serviceWithOrders(2)

  const verification = expectData(await service.admin.post(VERIFICATIONS), 202)

  expect(verification).toMatchObject({ state: 'RUNNING', actor: 'operator', fromCheckpoint: false })
  expect(await waitForEnd(service, verification)).toMatchObject({
    state: 'DONE',
    startedAt: expect.stringMatching(INSTANT),
    finishedAt: expect.stringMatching(INSTANT),
    phase: 'stock',
    partners: 1,
    partnersTotal: 1,
    accounts: 3,
    transfers: 5,
    balanced: true,
    differences: [],
  })
})

test('409 names the running verification of any process; of several requests at once at most one runs', async () => {
  const service = await serviceWithOrders(1)
  await service.db.pool.query(`
    insert into ledger_verifications (
      verification_id, actor, from_checkpoint, state, started_at, lease_until)
    values ('0198c0de-0000-7000-8000-000000000001', 'operator', false, 'RUNNING', now(),
            now() + interval '1 hour')`)

  const refused = await service.admin.post(VERIFICATIONS)
  expectError(refused, 409, 'BUSINESS_RULE_VIOLATION')
  expect(refused.body.error.message).toContain('0198c0de-0000-7000-8000-000000000001')

  await service.db.pool.query('delete from ledger_verifications')
  const replies = await Promise.all([1, 2, 3].map(() => service.admin.post(VERIFICATIONS)))
  expect(replies.map(({ status }) => status)).toContain(202)
  const { rows } = await service.db.pool.query(
    `select count(*) as running from ledger_verifications where state = 'RUNNING'`,
  )
  expect(Number(rows[0].running)).toBeLessThanOrEqual(1)
})

test('a verification whose process ended is INTERRUPTED, and the next can start', async () => {
  const service = await serviceWithOrders(1)
  const id = '0198c0de-0000-7000-8000-000000000001'
  await service.db.pool.query(
    `insert into ledger_verifications (
       verification_id, actor, from_checkpoint, state, started_at, lease_until)
     values ($1, 'operator', false, 'RUNNING', now() - interval '1 hour',
             now() - interval '1 minute')`,
    [id],
  )

  expect(expectData(await service.admin.get(`${VERIFICATIONS}/${id}`), 200).state).toBe(
    'INTERRUPTED',
  )
  expect((await runVerification(service)).state).toBe('DONE')
  const { data } = (await service.admin.get(VERIFICATIONS)).body
  expect(data.map(({ state }: Json) => state)).toEqual(['DONE', 'INTERRUPTED'])
})

test('with `fromCheckpoint`, only transfers after the checkpoint of a book are verified', async () => {
  const service = await serviceWithOrders(3)
  expect(await runVerification(service)).toMatchObject({ balanced: true, transfers: 7 })
  const { productId } = await service.product()
  await completeOrder(service, { productId, amount: 10 })

  expect(await runVerification(service, { fromCheckpoint: true })).toMatchObject({
    state: 'DONE',
    balanced: true,
    accounts: 3,
    transfers: 2,
  })
  expect(await runVerification(service, { fromCheckpoint: true })).toMatchObject({ transfers: 0 })
})

test('with `fromCheckpoint`, a changed later transfer is named, and so is a changed balance', async () => {
  const service = await serviceWithOrders(2)
  const { pool } = service.db
  await runVerification(service)
  const { productId } = await service.product()
  await completeOrder(service, { productId, amount: 10 })

  const later = 'where transfer_no = (select max(transfer_no) from transfers)'
  await pool.query(`update transfers set amount = amount - 1 ${later}`)
  const changedLater = await runVerification(service, { fromCheckpoint: true })
  await pool.query(`update transfers set amount = amount + 1 ${later}`)
  const wallet = `where kind = 'issued'`
  await pool.query(`update accounts set credits_posted = credits_posted + 1 ${wallet}`)
  const changedBalance = await runVerification(service, { fromCheckpoint: true })
  await pool.query(`update accounts set credits_posted = credits_posted - 1 ${wallet}`)

  expect(changedLater.differences.map(({ field }: Json) => field)).toContain('credits_posted')
  expect(changedBalance.differences.map(({ field }: Json) => field)).toEqual(
    expect.arrayContaining(['checkpoint', 'credits_posted', 'sum']),
  )
  expect(await runVerification(service, { fromCheckpoint: true })).toMatchObject({ balanced: true })
})

test('a checkpoint with the seal of another book is named and not used', async () => {
  const service = await serviceWithOrders(2)
  const { pool } = service.db
  const other = await service.newPartner({ USD: '1.00' })
  await runVerification(service)

  const { rows } = await pool.query('select sealed from ledger_checkpoints where partner_id = $1', [
    other.partnerId,
  ])
  await pool.query('update ledger_checkpoints set sealed = $1', [rows[0].sealed])
  const swapped = await runVerification(service, { fromCheckpoint: true })

  expect(swapped.differences).toEqual([
    {
      partnerId: service.partner.partnerId,
      currency: '',
      account: 'book',
      field: 'checkpoint',
      stored: 'another seal',
      recomputed: 'what was proven',
    },
  ])
  expect(swapped.transfers).toBe(5)
  expect(await runVerification(service)).toMatchObject({ balanced: true })
  expect(await runVerification(service, { fromCheckpoint: true })).toMatchObject({ balanced: true })
})

test('a deleted order is named', async () => {
  const service = await serviceWithOrders(2)
  const { pool } = service.db
  await pool.query('create table gone as select * from orders where order_no = 1')
  await pool.query('delete from orders where order_no = 1')

  const { differences } = await runVerification(service)

  expect(differences).toContainEqual(
    expect.objectContaining({ field: 'last_order', stored: '2', recomputed: '1' }),
  )
  await pool.query('insert into orders select * from gone')
})
