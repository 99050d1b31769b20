import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { switchMailingOff, switchMailingOn } from '../../../src/consumers/mod.ts'
import { aRefusedMail } from '../../support/mails.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { openMailbox } from '../../consumers/mailbox.ts'
import { eventually } from '../../support/eventually.ts'
import { expectError } from '../v2/fixture.ts'
import { auditCount, lastAudit, pathOf } from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
})

afterAll(() => service.end())

const REASON = { reason: 'asked for' }
const pathOfMail = (id: string): string => `/admin/v1/mails/${id}`

test('the list masks addresses; `unmasked` shows them, and the audit entry has no address', async () => {
  const { transactionId, consumerId } = await aRefusedMail(service, service.partner)
  const query = `?consumerId=${consumerId}&state=FAILED&partnerId=${service.partner.partnerId}`

  const masked = await service.admin.get(`/admin/v1/mails${query}`)
  expect(dataOf(masked)).toMatchObject([{ transactionId, consumerId, state: 'FAILED' }])
  expect(dataOf(masked)[0].email).toMatch(/^.\*\*\*@example\.com$/)
  const before = await auditCount(service)
  const shown = await service.admin.get(`/admin/v1/mails${query}&unmasked=true`)
  expect(dataOf(shown)[0].email).toMatch(/^[0-9a-f-]{36}@example\.com$/)
  await service.admin.get(`${pathOfMail(transactionId)}?unmasked=true`)
  expect(await auditCount(service)).toBe(before + 2)
  const entry = await lastAudit(service)
  expect(entry).toMatchObject({ action: 'personal-data.read', target: `mail:${transactionId}` })
  expect(JSON.stringify(entry)).not.toContain('@example.com')
})

test('pages follow each other, also if the last mail of a page was removed', async () => {
  for (let count = 0; count < 3; count += 1) await aRefusedMail(service, service.partner)
  const path = `/admin/v1/mails?partnerId=${service.partner.partnerId}`
  const all: string[] = dataOf(await service.admin.get(path)).map(idOf)
  const { body } = await service.admin.get(`${path}&pageSize=2`)
  const { after, hasNext } = body.meta.pagination
  expect(hasNext).toBe(true)

  const last = all[1]?.split('_')[2]
  await service.db.pool.query('delete from notifications where transfer_no = $1', [last])
  const rest = await service.admin.get(`${path}&after=${after}`)

  expect([...all.slice(0, 2), ...dataOf(rest).map(idOf)]).toEqual(all)
})

function idOf({ transactionId }: { transactionId: string }): string {
  return transactionId
}

test('409: a mail is not sent again while its consumer is suppressed, or mailing is off', async () => {
  const { transactionId, consumerId } = await aRefusedMail(service, service.partner)
  const resend = () => service.admin.post(`${pathOfMail(transactionId)}/resend`, REASON)
  expectError(await resend(), 409, 'BUSINESS_RULE_VIOLATION')
  await switchMailingOn(service.db)
  const refused = await resend()
  expectError(refused, 409, 'BUSINESS_RULE_VIOLATION')
  expect(refused.text).toContain('remove the suppression first')

  const list = `${pathOf(service.partner)}/mail-suppressions`
  expect(dataOf(await service.admin.get(list))).toContainEqual(
    expect.objectContaining({ consumerId, transactionId, error: '550 no such mailbox' }),
  )
  dataOf(await service.admin.post(`${list}/${consumerId}/remove`, REASON))
  expect((await service.admin.get(list)).text).not.toContain(transactionId)
  expect(dataOf(await resend())).toMatchObject({ state: 'PENDING', attempts: 0, resends: 1 })
  expectError(await resend(), 409, 'BUSINESS_RULE_VIOLATION')
  await switchMailingOff(service.db)
})

test('two resends with one Idempotency-Key send one mail', async () => {
  const { transactionId, consumerId } = await aRefusedMail(service, service.partner)
  const mailbox = await openMailbox()
  const worker = await service.another({ role: 'worker', smtpUrl: mailbox.url })
  const suppression = `${pathOf(service.partner)}/mail-suppressions/${consumerId}`
  dataOf(await service.admin.post(`${suppression}/remove`, REASON))
  const sentBefore = mailbox.received.length

  const headers = { 'idempotency-key': randomUUID() }
  const path = `${pathOfMail(transactionId)}/resend`
  const first = await service.admin.post(path, REASON, headers)
  await eventually(async () => {
    const mail = dataOf(await service.admin.get(pathOfMail(transactionId)))
    expect(mail).toMatchObject({ state: 'SENT', resends: 1 })
  })
  const again = await service.admin.post(path, REASON, headers)

  expect(again.text).toBe(first.text)
  const mail = dataOf(await service.admin.get(pathOfMail(transactionId)))
  expect(mail).toMatchObject({ state: 'SENT', resends: 1 })
  await worker.stop()
  expect(mailbox.received.length).toBe(sentBefore + 1)
  await mailbox.down()
})
