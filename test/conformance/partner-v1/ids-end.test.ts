import { expect, test } from 'vitest'
import { PARTNER_COUNTER_MAX } from '../../../src/core/mod.ts'
import { dataOf, startService, type RunningService } from '../../support/service.ts'
import {
  aCredit,
  aCustomer,
  CUSTOMERS,
  contentOf,
  expectError,
  newCustomer,
  transactionsOf,
  walletsOf,
} from './fixture.ts'

test('the last two ids make a consumer and its wallet, which work as any other', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner } = service
  await setLastId(service, PARTNER_COUNTER_MAX - 2)

  const { id: customerId, walletId } = await newCustomer(partner, { initialFunds: 5 })
  dataOf(await partner.post(transactionsOf(walletId), aCredit()))

  const last = partner.partnerId * 2 ** 32 + PARTNER_COUNTER_MAX
  expect([customerId, walletId]).toEqual([last - 1, String(last)])
  expect(await contentOf(partner, walletsOf(customerId))).toMatchObject([{ balance: 6 }])
})

test('409 if one id is left for a consumer and a wallet: no money moves, and no id is used', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const customer = await newCustomer(partner, { email: 'ann@example.com' })
  const before = await countRows(service)
  await setLastId(service, PARTNER_COUNTER_MAX - 1)

  const reply = await partner.post(CUSTOMERS, aCustomer({ initialFunds: 5 }))

  expectError(reply, 409, 'BUSINESS_RULE_ERROR')
  expect(await countRows(service)).toEqual(before)
  // The last id goes to a request that needs only one.
  const wallet = aCustomer({ email: 'ann@example.com', currency: 'EUR' })
  const { walletId } = dataOf(await partner.post(CUSTOMERS, wallet))
  expect(walletId).toBe(String(partner.partnerId * 2 ** 32 + PARTNER_COUNTER_MAX))
  expect(await contentOf(partner, walletsOf(customer.id))).toHaveLength(2)

  const after = await countRows(service)
  const campaigns = `/admin/v1/partners/${partner.partnerId}/campaigns`
  const campaign = await admin.post(campaigns, { name: 'Summer', currency: 'USD' })
  expect(campaign.status).toBe(409)
  const deposits = `/admin/v1/partners/${partner.partnerId}/deposits`
  const deposit = await admin.post(deposits, { currency: 'EUR', amount: 1, reference: 'first' })
  expect(deposit.status).toBe(409)
  expect(await countRows(service)).toEqual(after)
  dataOf(await partner.post(transactionsOf(customer.walletId), aCredit()))
})

/** Counts everything that a refused write might leave behind. */
async function countRows({ db }: RunningService): Promise<unknown> {
  const { rows } = await db.pool.query(`
    select (select count(*) from consumers) as consumers, (select count(*) from wallets) as wallets,
           (select count(*) from campaigns) as campaigns,
           (select count(*) from accounts) as accounts,
           (select sum(last_transfer) from books) as transfers`)
  return rows
}

/**
 * Sets the last id of the book, with a new version, as each change of a book must.
 */
async function setLastId({ db, partner }: RunningService, number: number): Promise<void> {
  await db.pool.query(
    'update books set last_id = $1, version = version + 1 where partner_id = $2',
    [number, partner.partnerId],
  )
}
