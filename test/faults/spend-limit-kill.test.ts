import { expect, test } from 'vitest'
import { signedClient, type Reply } from '../support/client.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { openEndpoint } from './endpoint.ts'
import { ADMIN_TOKEN, makeInstallation } from './service-process.ts'
import { newConsumer } from './world.ts'

const WRITES = 60
const ADMITTED = 40

test('kill -9 while money is spent: repeated until acknowledged, the limit admits exactly its own', async () => {
  const installation = makeInstallation()
  let service = await installation.start()
  let { http, operate } = openEndpoint(service.url, ADMIN_TOKEN)
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Acme' }))
  const path = `/admin/v1/partners/${partnerId}`
  const deposit = { currency: 'USD', amount: 1_000, reference: 'wire' }
  dataOf(await operate('POST', `${path}/deposits`, deposit))
  const credentials = dataOf(await operate('POST', `${path}/credentials`, {}))
  const sold = { brand: 'N', currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
  const { productId } = dataOf(
    await operate('POST', '/admin/v1/products', { ...sold, supplier: 'generator' }),
  )
  const customer = newConsumer(0)
  const partner = () => signedClient(http, credentials)
  const { walletId } = dataOf(await partner().post('/api/partner/v1/customer', customer))
  const credits = `/api/partner/v1/wallets/${walletId}/transactions`
  const perMonth = ADMITTED * 10
  dataOf(await operate('PUT', `${path}/spend-limits`, { currency: 'USD', perMonth }))
  const orders = Array.from({ length: WRITES / 2 }, () => anOrder({ productId }))
  const write = (at: number): Promise<Reply> => {
    const referenceId = `credit ${at}`
    const credit = { amount: 10, transactionType: 'CREDIT', referenceId }
    const key = { 'idempotency-key': `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` }
    const order = orders[at]
    return order ? partner().post('/v2/orders', order, key) : partner().post(credits, credit)
  }
  const all = Array.from({ length: WRITES }, (_, at) => at)

  const asked = all.map((at) => write(at))
  const outcomes = Promise.allSettled(asked)
  await asked[0]
  await service.end('SIGKILL')
  const before = await outcomes
  expect(before.map(({ status }) => status)).toContain('rejected')
  http.close()
  service = await installation.start()
  ;({ http, operate } = openEndpoint(service.url, ADMIN_TOKEN))
  const after = await Promise.all(all.map((at) => write(at)))

  for (const [at, outcome] of before.entries()) {
    if (outcome.status === 'fulfilled' && isAccepted(outcome.value)) {
      expect(after[at]?.text).toBe(outcome.value.text)
    }
  }
  expect(after.filter(isAccepted)).toHaveLength(ADMITTED)
  expect(after.filter(({ status }) => status === 402)).toHaveLength(WRITES - ADMITTED)
  const limits = dataOf(await operate('GET', `${path}/spend-limits`))
  expect(limits).toMatchObject([{ perMonth, spentThisMonth: perMonth }])
  const [funds] = dataOf(await operate('GET', `${path}/funds`))
  expect(funds.available).toBe(1_000 - perMonth)
  http.close()
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

function isAccepted({ status }: Reply): boolean {
  return status === 201 || status === 200
}
