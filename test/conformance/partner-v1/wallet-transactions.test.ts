import { expect, test } from 'vitest'
import { shareService } from '../../support/service.ts'
import { aCredit, aDebit, newCustomer, transactionsOf } from './fixture.ts'

const shared = shareService()

test('GET .../wallets/{walletId}/transactions: the transactions of the wallet, newest first', async () => {
  const { partner } = await shared({ funds: { USD: '100.00' } })
  const { walletId } = await newCustomer(partner, { initialFunds: 3 })
  const otherCustomer = await newCustomer(partner, { initialFunds: 50 })
  await partner.post(transactionsOf(walletId), aCredit({ amount: 4.5, referenceId: 'reward-1' }))
  await partner.post(transactionsOf(walletId), aDebit({ amount: 2, referenceId: 'spent-1' }))
  await partner.post(
    transactionsOf(otherCustomer.walletId),
    aCredit({ amount: 9, referenceId: 'reward-2' }),
  )

  const reply = await partner.get(transactionsOf(walletId))

  expect(reply.body).toMatchObject({
    content: [
      { kind: 'wallet_debit', amount: -2, balance: 5.5, referenceId: 'spent-1' },
      { kind: 'wallet_credit', amount: 4.5, balance: 7.5, referenceId: 'reward-1' },
      { kind: 'initial_funds', amount: 3, balance: 3, currency: 'USD' },
    ],
    page: 0,
    size: 20,
    hasNext: false,
  })
  const second = await partner.get(`${transactionsOf(walletId)}?page=1&size=2`)
  expect(second.body).toMatchObject({ content: [{ kind: 'initial_funds' }], hasNext: false })
})
