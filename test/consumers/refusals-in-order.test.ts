import { ConsumerState, type CampaignRecord, type WalletRecord } from '../../src/consumers/state.ts'
import {
  walletTransactionWrite,
  type NewWalletTransaction,
} from '../../src/consumers/transact-wallet.ts'
import { AMOUNT_MINOR_MAX, minorUnits, storedCurrency } from '../../src/core/mod.ts'
import type { KeyedTransfer } from '../../src/ledger/mod.ts'
import { bookWith } from '../ledger/book-fixture.ts'
import { refusesInOrder, type Fault } from '../support/refuses-in-order.ts'

type Changeable<T> = { -readonly [K in keyof T]: T[K] }

/** A transaction of 10 USD, of a campaign wallet that has 10, of a partner that has 50. */
function transaction(transactionType: 'CREDIT' | 'DEBIT') {
  const { book, usd } = bookWith(5_000n)
  const account = book.openWallet('USD')
  account.creditsPosted += 1_000n
  const state = new ConsumerState()
  const currency = storedCurrency('USD')
  const campaign: Changeable<CampaignRecord> = {
    campaignId: 1,
    name: 'Summer',
    currency,
    budgetMinor: minorUnits(2_000n),
    creditedMinor: 1_000n,
    endsAt: book.now + 1,
  }
  const walletId = account.id
  const wallet: WalletRecord = {
    walletId,
    consumerId: 2,
    currency,
    campaignId: 1,
    status: 'ENABLED',
  }
  state.campaigns.set(1, campaign)
  state.wallets.set(walletId, wallet)
  const input: Changeable<NewWalletTransaction> = {
    walletId: String(walletId),
    amount: 10,
    transactionType,
    referenceId: 'bonus',
  }
  return { book, state, funds: usd.funds, account, campaign, wallet, input }
}

type Scene = ReturnType<typeof transaction>

/** Returns an earlier transaction with the same referenceId. */
const usedFor = (amount: bigint, { wallet, funds }: Scene): KeyedTransfer => ({
  reference: 'bonus',
  number: 1,
  code: 'wallet_credit',
  debitAccount: funds.id,
  creditAccount: wallet.walletId,
  amount: minorUnits(amount),
  debitAvailable: minorUnits(0n),
  creditAvailable: minorUnits(0n),
  memo: undefined,
  metadata: undefined,
  createdAt: 0,
})

const REFUSALS_OF_BOTH: readonly Fault<Scene>[] = [
  ['invalid_request: referenceId mu', ({ input }) => (input.referenceId = '')],
  ['invalid_request: description mu', ({ input }) => (input.description = 'x'.repeat(1_001))],
  ['archived: ', ({ state, input }) => state.archivedReferences.set(input.referenceId, 1)],
  [
    'wallet_unknown: ',
    ({ state }) => [state.wallets, state.transactions].map((map) => map.clear()),
  ],
  ['invalid_request: amount', ({ input }) => (input.amount = 0.001)],
  [
    'reference_conflict: ',
    (scene) => scene.state.transactions.set(scene.input.referenceId, usedFor(999n, scene)),
  ],
  ['wallet_not_enabled: the wallet i', ({ wallet }) => (wallet.status = 'FROZEN')],
  ['insufficient_funds: available 0', ({ input }) => (input.simulateNoFunds = true)],
]

const decider = {
  decide: ({ book, state, input }: Scene) =>
    walletTransactionWrite(input).decide(book, state, () => undefined),
  traceOf: ({ book, state, account, campaign }: Scene) => [
    [book.transfers, book.counters, account, campaign],
    [state.transactions, state.changedCampaigns, state.audits],
  ],
}

refusesInOrder(
  'a credit',
  [
    ...REFUSALS_OF_BOTH,
    ['campaign_over: the campaign has', ({ campaign, book }) => (campaign.endsAt = book.now)],
    ['campaign_over: the amount is ab', ({ campaign }) => (campaign.creditedMinor = 1_001n)],
    ['insufficient_funds: available 9', ({ funds }) => (funds.debitsPosted += 4_001n)],
    ['insufficient_funds: the daily s', ({ book }) => book.spendLimits.change(A_CENT, book.now)],
    ['balance_limit: ', ({ account }) => (account.creditsPosted = AMOUNT_MINOR_MAX)],
  ],
  { begin: () => transaction('CREDIT'), ...decider },
)

refusesInOrder(
  'a debit',
  [
    ...REFUSALS_OF_BOTH,
    ['wallet_insufficient: available ', ({ account }) => (account.debitsPosted += 1n)],
    ['balance_limit: ', ({ funds }) => (funds.creditsPosted = AMOUNT_MINOR_MAX)],
  ],
  { begin: () => transaction('DEBIT'), ...decider },
)

const A_CENT = { clientId: undefined, currency: 'USD', perDayMinor: minorUnits(1n) }
