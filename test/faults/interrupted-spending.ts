import { expect } from 'vitest'
import { signedClient, type Credentials, type Reply } from '../support/client.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { openEndpoint, type Endpoint } from './endpoint.ts'
import type { InterruptedWrites } from './interrupted-writes.ts'
import { ADMIN_TOKEN } from './service-process.ts'
import { newConsumer, newPartner } from './fixture.ts'

const FUNDS = 1_000
const WRITES = 60
const ADMITTED = 40
const PER_MONTH = ADMITTED * 10
const ALL = Array.from({ length: WRITES }, (_, at) => at)

/** Prepares orders and credits of 10 each; a spend limit allows only some of them. */
export async function prepareSpending(url: string): Promise<InterruptedWrites> {
  const first = openEndpoint(url, ADMIN_TOKEN)
  const { partnerId, credentials } = await newPartner(first, FUNDS)
  const path = `/admin/v1/partners/${partnerId}`
  const limit = { currency: 'USD', perMonth: PER_MONTH }
  dataOf(await first.operate('PUT', `${path}/spend-limits`, limit))
  const write = await spendingOf(first, credentials)
  let outcomes: Promise<PromiseSettledResult<Reply>[]> = Promise.resolve([])

  return {
    async send() {
      const sent = ALL.map((at) => write(first, at))
      outcomes = Promise.allSettled(sent)
      await sent[0]
    },
    async accountFor(nextUrl) {
      const before = await outcomes
      expect(before.map(({ status }) => status)).toContain('rejected')
      first.http.close()
      const next = openEndpoint(nextUrl, ADMIN_TOKEN)
      const after = await Promise.all(ALL.map((at) => write(next, at)))

      for (const [at, outcome] of before.entries()) {
        if (outcome.status === 'fulfilled' && isAccepted(outcome.value)) {
          expect(after[at]?.text).toBe(outcome.value.text)
        }
      }
      expect(after.filter(isAccepted)).toHaveLength(ADMITTED)
      expect(after.filter(({ status }) => status === 402)).toHaveLength(WRITES - ADMITTED)
      const limits = dataOf(await next.operate('GET', `${path}/spend-limits`))
      expect(limits).toMatchObject([{ perMonth: PER_MONTH, spentThisMonth: PER_MONTH }])
      const [funds] = dataOf(await next.operate('GET', `${path}/funds`))
      expect(funds.available).toBe(FUNDS - PER_MONTH)
      next.http.close()
    },
  }
}

type Spend = (endpoint: Endpoint, at: number) => Promise<Reply>

/**
 * Returns a function that sends one of the writes: the first half are orders, the others credits.
 */
async function spendingOf({ http, operate }: Endpoint, credentials: Credentials): Promise<Spend> {
  const sold = { brand: 'N', currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
  const product = { ...sold, supplier: 'generator' }
  const { productId } = dataOf(await operate('POST', '/admin/v1/products', product))
  const customer = await signedClient(http, credentials).post(
    '/api/partner/v1/customer',
    newConsumer(0),
  )
  const credits = `/api/partner/v1/wallets/${dataOf(customer).walletId}/transactions`
  const orders = Array.from({ length: WRITES / 2 }, () => anOrder({ productId }))
  return (endpoint, at) => {
    const partner = signedClient(endpoint.http, credentials)
    const key = { 'idempotency-key': `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` }
    const order = orders[at]
    if (order) return partner.post('/v2/orders', order, key)
    return partner.post(credits, {
      amount: 10,
      transactionType: 'CREDIT',
      referenceId: `credit ${at}`,
    })
  }
}

function isAccepted({ status }: Reply): boolean {
  return status === 201 || status === 200
}
