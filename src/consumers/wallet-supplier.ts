import assert from 'node:assert/strict'
import { walletNameOf } from '../catalog/mod.ts'
import { minorUnits, Refusal, storedCurrency, type MinorUnits } from '../core/mod.ts'
import { Outage, type Database } from '../db/mod.ts'
import type { Book, Ledger } from '../ledger/mod.ts'
import type { Code, IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { nameOfBatch, type ConsumerState } from './state.ts'
import { walletUnknown } from './wallet-in-group.ts'
import {
  creditFault,
  recipientWalletFinder,
  type NamedWallets,
} from './wallet-supplier-recipients.ts'
import { submitWrite } from './write.ts'

/**
 * Returns the supplier of ACCOUNT_CREDIT. Each batch is one credit of all its units to a wallet of
 * the ordering partner. The money comes from the account that receives the order's price. Each
 * unit's receipt names that credit. A credit cannot be taken back.
 *
 * The batch's name is the idempotency key of the credit, which is decided under the lock of the
 * book. Another request or lookup returns the same credit, even if the wallet was closed since. A
 * refused credit leaves no record. So a request whose lease has expired credits nothing: the batch
 * may have been refused since, and its order cancelled.
 */
export function createWalletSupplier(options: Books): Supplier {
  const issue = (requests: readonly IssueRequest[]) => creditAll(options, requests)
  const nothing = { release: () => Promise.resolve() }
  return { name: 'wallet', isLocal: true, issue, lookUp: issue, ...nothing }
}

interface Books {
  readonly db: Database
  readonly ledger: Ledger
  readonly vault: Vault
}

/** Submits all writes at once, so that they share groups. */
async function creditAll(
  { db, ledger, vault }: Books,
  requests: readonly IssueRequest[],
): Promise<IssueOutcome[]> {
  const partnerIds = new Set(requests.map(({ partnerId }) => partnerId))
  const findRecipientWallets = recipientWalletFinder(vault)
  const walletsByPartner = new Map<number, NamedWallets>()
  for (const partnerId of partnerIds) {
    const ofPartner = requests.filter((request) => request.partnerId === partnerId)
    const names = ofPartner.map(({ recipient }) => walletNameOf(recipient))
    walletsByPartner.set(partnerId, await findRecipientWallets(db, partnerId, names))
  }
  return Promise.all(
    requests.map((request) => creditOne(ledger, request, walletsByPartner.get(request.partnerId))),
  )
}

async function creditOne(
  ledger: Ledger,
  request: IssueRequest,
  wallets: NamedWallets | undefined,
): Promise<IssueOutcome> {
  const name = walletNameOf(request.recipient)
  // A recipient always names the same wallet, so it is found without the lock.
  const located = wallets?.locate(name, storedCurrency(request.currency))
  if (!located || 'message' in located) {
    return { outcome: 'refused', reason: `the recipient ${located?.message ?? 'is unknown'}` }
  }
  const credit = { request, walletId: located.wallet.walletId }
  try {
    const transferNo = await submitWrite(ledger, request.partnerId, {
      needs: {
        walletIds: [credit.walletId],
        accountCredits: [nameOfBatch(request)],
        leases: request.leaseEpoch === undefined ? [] : [request],
      },
      decide: (book, state) => decideCredit(book, state, credit),
    })
    if (transferNo === undefined) return LEASE_LOST
    return { outcome: 'issued', goods: [{ codes: receipts(request, transferNo) }] }
  } catch (error) {
    return outcomeOf(error)
  }
}

const LEASE_LOST = {
  outcome: 'unknown',
  reason: 'another worker has taken the batch over',
} as const

/** After an outage or an overload the batch is requested again under the same key. */
function outcomeOf(error: unknown): IssueOutcome {
  if (error instanceof Outage) return { outcome: 'unknown', reason: 'the ledger did not respond' }
  if (!(error instanceof Refusal)) throw error
  if (error.kind === 'overloaded') return { outcome: 'pending', askAgainInSeconds: 1 }
  return { outcome: 'refused', reason: error.message }
}

/** Returns the number of the transfer; undefined if another worker has leased the batch. */
function decideCredit(
  book: Book,
  state: ConsumerState,
  { request, walletId }: { request: IssueRequest; walletId: number },
): number | undefined {
  const reference = nameOfBatch(request)
  const amount = amountOf(request)
  const earlier = state.accountCredits.get(reference)
  if (earlier) {
    assert.equal(earlier.creditAccount, walletId, 'a batch credits one wallet for ever')
    assert.equal(earlier.amount, amount, 'a batch credits one amount for ever')
    return earlier.number
  }
  const { leaseEpoch } = request
  if (leaseEpoch !== undefined && leaseEpoch !== state.leaseEpochs.get(reference)) return undefined
  const wallet = state.wallets.get(walletId)
  if (!wallet) throw walletUnknown()
  const fault = creditFault(wallet, storedCurrency(request.currency))
  if (fault !== undefined) throw new Refusal('wallet_not_enabled', `the recipient ${fault}`)
  const posted = book.post({
    code: 'account_credit',
    debit: book.chart('issued', wallet.currency.code),
    credit: book.account(walletId),
    amount,
    key: { scope: 'account_credit', reference },
  })
  state.accountCredits.set(reference, { ...posted, reference, createdAt: book.now })
  return posted.number
}

function amountOf({ faceValueMinor, quantity }: IssueRequest): MinorUnits {
  return minorUnits(faceValueMinor * BigInt(quantity))
}

/** Returns one receipt per unit, unique over all partners: transfers are numbered per book. */
function receipts({ partnerId, quantity }: IssueRequest, transferNo: number): Code[] {
  return Array.from({ length: quantity }, (_, unit) => ({
    giftCardNumber: `CREDIT-${partnerId}-${transferNo}-${unit + 1}`,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: '',
  }))
}
