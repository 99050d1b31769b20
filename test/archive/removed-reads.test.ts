import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { shareRemoval, statementOf, timeOf, transact, type Removal } from './removal-fixture.ts'

const removal = shareRemoval()
let fixture: Removal

beforeEach(async () => {
  fixture = await removal()
})

test('a request that needs a removed transfer is refused; operators see the name of its file', async () => {
  await fixture.archiveAndRemove()
  const { partnerId } = fixture.partner
  const until = await fixture.lastAt()
  const name = `trf_${partnerId}_2`

  const again = await fixture.credit('row-1')
  const otherwise = await transact(fixture.partner, {
    walletId: fixture.walletId,
    amount: 5,
    transactionType: 'DEBIT',
    referenceId: 'row-1',
  })
  const message = `referenceId was used by transaction ${name}, which is archived; nothing moved`
  for (const reply of [again, otherwise]) {
    expect(reply.status).toBe(409)
    expect(reply.body.error).toMatchObject({ code: 'BUSINESS_RULE_ERROR', message })
  }
  const file = join(
    fixture.archive.directory,
    String(partnerId),
    '000000000000001-000000000000004.jsonl.gz',
  )
  const { admin } = fixture.service
  const traced = await admin.get(`/admin/v1/trace?q=${name}`)
  const listed = await fixture.partner.get('/v2/accounts/transactions?reference=row-1')
  expect([traced.status, traced.body.error.message]).toEqual([
    409,
    `transaction ${name} is archived in ${file}`,
  ])
  // The response does not show partners where the operator stores the file.
  expect([listed.status, listed.body.error.message]).toEqual([
    409,
    `reference was used by transaction ${name}, which is archived`,
  ])
  const statement = await statementOf(fixture.partner, until, until + 1)
  expect(statement.status).toBe(409)
  expect(statement.body.error.details).toEqual([
    { field: 'from', message: `must be after ${timeOf(until)}: what was before is archived` },
  ])
  expect(await statementOf(fixture.partner, until + 1, until + 2)).toMatchObject({
    status: 200,
    body: { data: { opening: 94, closing: 94 } },
  })
})

function kinds(list: readonly { readonly kind: string }[]): string[] {
  return list.map(({ kind }) => kind)
}

test('lists end where the archive begins, and say until when it reaches', async () => {
  await fixture.archiveAndRemove()
  await fixture.credit('later')
  const until = timeOf(await fixture.lastAt())

  const history = await fixture.partner.get(
    `/api/partner/v1/wallets/${fixture.walletId}/transactions?size=2`,
  )
  const end = await fixture.partner.get(
    `/api/partner/v1/wallets/${fixture.walletId}/transactions?size=2&page=1`,
  )
  const funds = await fixture.partner.get('/v2/accounts/transactions')
  const old = await fixture.partner.get(`/v2/accounts/transactions?to=${until}`)

  expect(history.body).toMatchObject({ hasNext: true })
  expect(history.body.archivedUntil).toBeUndefined()
  expect(end.body).toMatchObject({ hasNext: false, archivedUntil: until })
  expect(end.body.content).toHaveLength(2)
  expect(funds.body.meta).toMatchObject({ pagination: { hasNext: false }, archivedUntil: until })
  expect(kinds(funds.body.data)).toEqual([...Array(4).fill('wallet_credit'), 'deposit'])
  expect(kinds(old.body.data).at(-1)).toBe('deposit')
})

test('the erasure of a consumer also erases the mails of removed credits', async () => {
  await fixture.archiveAndRemove()
  const rows = await fixture.query('select consumer_id from wallets where partner_id = $1')
  const consumerId = rows[0].consumer_id
  await fixture.query(
    `insert into notifications (partner_id, transfer_no, wallet_id, consumer_id, status, created_at)
     values ($1, 2, $2, $3, 'FAILED', now())`,
    [fixture.partner.partnerId, fixture.walletId, consumerId],
  )
  const mail = await fixture.service.admin.post(
    `/admin/v1/mails/trf_${fixture.partner.partnerId}_2/resend`,
    {
      reason: 'asked for',
    },
  )
  await transact(fixture.partner, {
    walletId: fixture.walletId,
    amount: 6,
    transactionType: 'DEBIT',
    referenceId: 'back',
  })
  const erased = await fixture.service.admin.post(
    `/admin/v1/partners/${fixture.partner.partnerId}/consumers/${consumerId}/erasure`,
    { reason: 'asked for' },
  )

  expect([mail.status, mail.body.error.message]).toEqual([
    409,
    expect.stringContaining('is archived in'),
  ])
  expect(erased.status).toBe(200)
  const left = await fixture.query('select from notifications where partner_id = $1')
  expect(left).toEqual([])
})
