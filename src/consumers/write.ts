import type { Tx } from '../db/mod.ts'
import {
  findTransfers,
  loadWallets,
  type Book,
  type Ledger,
  type WriteKind,
} from '../ledger/mod.ts'
import { recordAudits } from '../partners/mod.ts'
import { ConsumerState } from './state.ts'
import {
  insertCampaigns,
  insertConsumers,
  insertWallets,
  readCampaigns,
  readConsumers,
  readHoldings,
  readWallets,
  updateCampaigns,
  updateWallets,
} from './state-rows.ts'

/** What a write must find in the state, where it exists. */
export interface Needs {
  readonly emails?: readonly string[]
  readonly consumerIds?: readonly number[]
  readonly walletIds?: readonly number[]
  readonly campaignIds?: readonly number[]
  readonly references?: readonly string[]
}

/** One write on consumers: what it needs to see, and what it does then. */
export interface ConsumerWrite<Answer> {
  readonly needs: Needs
  /** Pure, and all or nothing, as the ledger asks of every kind. */
  decide(book: Book, state: ConsumerState): Answer
}

/**
 * All writes on consumers are one kind, so that a group loads and saves them together, in a number
 * of statements that does not grow with the group.
 */
const consumerWrites = {
  name: 'consumers',
  load: loadState,
  decide<Answer>(book: Book, state: ConsumerState, write: ConsumerWrite<Answer>): Answer {
    return write.decide(book, state)
  },
  save: saveState,
} satisfies WriteKind<ConsumerWrite<unknown>, ConsumerState, unknown>

/** Answers after the commit, or rejects as `Ledger.submit` does. */
export function submitWrite<Answer>(
  ledger: Ledger,
  partnerId: number,
  write: ConsumerWrite<Answer>,
): Promise<Answer> {
  return ledger.submit<ConsumerWrite<Answer>, ConsumerState, Answer>(
    consumerWrites,
    partnerId,
    write,
  )
}

async function loadState(
  tx: Tx,
  book: Book,
  writes: readonly ConsumerWrite<unknown>[],
): Promise<ConsumerState> {
  const state = new ConsumerState()
  const needed = <T>(of: (needs: Needs) => readonly T[] | undefined): T[] => [
    ...new Set(writes.flatMap(({ needs }) => of(needs) ?? [])),
  ]
  await loadTransactions(tx, book, { state, references: needed((needs) => needs.references) })
  await loadWalletRecords(tx, book, { state, walletIds: needed((needs) => needs.walletIds) })
  await loadConsumers(tx, book, {
    state,
    emails: needed((needs) => needs.emails),
    consumerIds: needed((needs) => needs.consumerIds),
  })
  await loadCampaigns(tx, book, { state, campaignIds: needed((needs) => needs.campaignIds) })
  return state
}

async function loadTransactions(
  tx: Tx,
  book: Book,
  { state, references }: { state: ConsumerState; references: string[] },
): Promise<void> {
  if (references.length === 0) return
  const made = await findTransfers(tx, book.partnerId, 'wallet_transaction', references)
  for (const [reference, transfer] of made) state.transactions.set(reference, transfer)
}

async function loadWalletRecords(
  tx: Tx,
  book: Book,
  { state, walletIds }: { state: ConsumerState; walletIds: number[] },
): Promise<void> {
  if (walletIds.length === 0) return
  const wallets = await readWallets(tx, book.partnerId, walletIds)
  for (const wallet of wallets) state.wallets.set(wallet.walletId, wallet)
  await loadWallets(tx, book, [...state.wallets.keys()])
}

async function loadConsumers(
  tx: Tx,
  book: Book,
  { state, ...wanted }: { state: ConsumerState; emails: string[]; consumerIds: number[] },
): Promise<void> {
  if (wanted.emails.length === 0 && wanted.consumerIds.length === 0) return
  for (const consumer of await readConsumers(tx, book.partnerId, wanted)) {
    state.keepConsumer(consumer)
  }
  if (state.consumers.size === 0) return
  const holdings = await readHoldings(tx, book.partnerId, [...state.consumers.keys()])
  for (const holding of holdings) state.keepHolding(holding)
}

/** The named campaigns, and those of the wallets that were loaded. */
async function loadCampaigns(
  tx: Tx,
  book: Book,
  { state, campaignIds }: { state: ConsumerState; campaignIds: number[] },
): Promise<void> {
  const ids = new Set(campaignIds)
  for (const { campaignId } of state.wallets.values()) {
    if (campaignId !== undefined) ids.add(campaignId)
  }
  if (ids.size === 0) return
  const campaigns = await readCampaigns(tx, book.partnerId, [...ids])
  for (const campaign of campaigns) state.campaigns.set(campaign.campaignId, campaign)
}

async function saveState(tx: Tx, book: Book, state: ConsumerState): Promise<void> {
  if (state.newConsumers.length > 0) await tx.rows(insertConsumers(book, state.newConsumers))
  if (state.newCampaigns.length > 0) await tx.rows(insertCampaigns(book, state.newCampaigns))
  if (state.newWallets.length > 0) await tx.rows(insertWallets(book, state.newWallets))
  if (state.changedWallets.size > 0) {
    await tx.rows(updateWallets(book.partnerId, [...state.changedWallets]))
  }
  if (state.changedCampaigns.size > 0) {
    await tx.rows(updateCampaigns(book.partnerId, [...state.changedCampaigns]))
  }
  await recordAudits(tx, state.audits)
}
