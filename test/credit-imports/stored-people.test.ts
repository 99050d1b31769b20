import { request } from 'node:http'
import { expect, test } from 'vitest'
import { aCredit, newCustomer, transactionsOf } from '../conformance/partner-v1/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { ADMIN_TOKEN, dataOf, shareService, type RunningService } from '../support/service.ts'

const shared = shareService()

const HEADER = 'email,fullName,amount,currency,reference,description\n'

function filesOf({ partner }: RunningService): string {
  return `/admin/v1/partners/${partner.partnerId}/credit-imports`
}

test('an erasure removes the rows of its consumer from files that wait, and they are not credited', async () => {
  const service = await shared({ funds: { USD: '10.00', EUR: '10.00' } })
  const { admin, partner } = service
  const files = filesOf(service)
  const ann = await newCustomer(partner, { email: 'ann@example.com' })
  const rows = [
    'ann@example.com,,1,USD,dollars,for Ann alone',
    // A row that would open a wallet.
    'ann@example.com,,1,EUR,euros,',
    'bo@example.com,Bo,1,USD,other,',
  ]
  const csv = { 'content-type': 'text/csv' }
  const target = `${files}?fileReference=may&createConsumers=true`
  const { importId } = dataOf(await admin.post(target, HEADER + rows.join('\n'), csv))
  const erasure = `/admin/v1/partners/${partner.partnerId}/consumers/${ann.id}/erasure`
  dataOf(await admin.post(erasure, { reason: 'ticket 1' }))

  dataOf(await admin.post(`${files}/${importId}/start`, {}))
  await eventually(async () => {
    const { state, credited, refused } = dataOf(await admin.get(`${files}/${importId}`))
    expect({ state, credited, refused }).toEqual({ state: 'DONE', credited: 1, refused: 2 })
  })
  const report = await admin.get(`${files}/${importId}/report`)
  expect(report.text).toContain('2,dollars,refused,,1.00,USD,,the consumer was erased\n')
  expect(report.text).toContain('3,euros,refused,,1.00,EUR,,the consumer was erased\n')
  const consumers = await admin.get(`/admin/v1/partners/${partner.partnerId}/consumers`)
  expect(dataOf(consumers)).toMatchObject([{ email: 'b***@example.com' }])
})

test('a row of a file is another transaction than one of a program that has metadata', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const { admin, partner } = service
  const { walletId } = await newCustomer(partner, { email: 'ann@example.com' })
  const plain = aCredit({ referenceId: 'may/plain' })
  const labelled = aCredit({ referenceId: 'may/labelled', metadata: { team: 'hr' } })
  for (const one of [plain, labelled]) await partner.post(transactionsOf(walletId), one)
  const rows = ['plain', 'labelled'].map((name) => `ann@example.com,,1,USD,${name},`)
  const target = `${filesOf(service)}?fileReference=may`
  const csv = { 'content-type': 'text/csv' }

  const file = dataOf(await admin.post(target, HEADER + rows.join('\n'), csv))

  const message = 'was already used for another transaction'
  expect(file).toMatchObject({ state: 'REJECTED', errors: [{ line: 3, message }] })
})

test('an upload that is broken off is REJECTED at once', async () => {
  const service = await shared()
  const { admin, url } = service
  const upload = request(`${url}${filesOf(service)}?fileReference=cut&createConsumers=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
  })
  upload.on('error', () => undefined)
  upload.write(HEADER + 'ann@example.com,Ann,1,USD,row-1,\n'.repeat(2_500))
  const state = async () => dataOf(await admin.get(filesOf(service)))[0]?.state as string
  await eventually(async () => expect(await state()).toBe('CHECKING'))
  upload.destroy()
  await eventually(async () => expect(await state()).toBe('REJECTED'))
})
