import type { Db, Tx, Writer } from '../db/mod.ts'
import {
  findArchivedKeys,
  findTransfers,
  loadWallets,
  type GroupInputs,
  type Book,
  type Ledger,
  type Cache,
  type CacheEntries,
  type WriteKind,
} from '../ledger/mod.ts'
import { recordAudits } from '../audit/mod.ts'
import type { DraftAct } from '../orders/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import { isCacheable, loadCreditRules } from './credit-approval.ts'
import { deleteConsumer, eraseTexts } from './erasure-rows.ts'
import { ConsumerState, nameOfBatch, type NewConsumerRecord, type WalletRecord } from './state.ts'
import {
  insertCampaigns,
  insertConsumers,
  insertWallets,
  readCampaigns,
  readConsumers,
  readHoldings,
  readWalletIdsOf,
  readWallets,
  updateCampaigns,
  updateWallets,
} from './state-rows.ts'
import { leasesOfBatches } from './wallet-supplier-rows.ts'

/** The rows that are loaded for a write, if they exist. */
export interface Needs {
  /** Hashes of addresses, see SealedEmail. */
  readonly emailBlinds?: readonly string[]
  readonly consumerIds?: readonly number[]
  readonly walletIds?: readonly number[]
  /** Consumers whose wallets are all loaded. */
  readonly walletsOf?: readonly number[]
  readonly campaignIds?: readonly number[]
  readonly references?: readonly string[]
  readonly accountCredits?: readonly string[]
  /** Batches whose lease epochs are read. */
  readonly leases?: readonly BatchKey[]
  /** People of the partner who credit: its rules about their credits are read. */
  readonly people?: readonly number[] | undefined
  /** Drafts that ask for the credits. */
  readonly drafts?: readonly DraftAct[] | undefined
}

/** One write on consumers: the rows that it needs, and the function that decides it. */
export interface ConsumerWrite<Result> {
  readonly needs: Needs
  /** The number of its rows; 1 by default. */
  readonly rows?: number
  /** True if the write may need an approval, which the database decides. */
  readonly isLimited?: boolean
  /**
   * Pure. If it throws, it has changed nothing. A write of several rows calls `follow` after each
   * row that it accepts, unless the rows are atomic.
   */
  decide(book: Book, state: ConsumerState, follow: () => void): Result
}

/**
 * All writes on consumers are one kind, so that a group loads and saves them together, in a number
 * of statements that does not grow with the group.
 */
const consumerWrites = {
  name: 'consumers',
  weigh: ({ rows = 1 }) => rows,
  load: loadState,
  decide<Result>(
    book: Book,
    state: ConsumerState,
    write: ConsumerWrite<Result>,
    follow: () => void,
  ): Result {
    return write.decide(book, state, follow)
  },
  save: saveState,
  uncached: missingWallets,
  readEntries,
  fromCache,
  entriesOf,
  invalidates: (state: ConsumerState) => state.changedWallets.size > 0,
} satisfies WriteKind<ConsumerWrite<unknown>, ConsumerState, unknown, WalletRecord>

/**
 * Resolves to the result of a write after its commit. Rejects with the errors of `Ledger.submit`.
 */
export function submitWrite<Result>(
  ledger: Ledger,
  partnerId: number,
  write: ConsumerWrite<Result>,
): Promise<Result> {
  return ledger.submit<ConsumerWrite<Result>, ConsumerState, Result>(
    consumerWrites,
    partnerId,
    write,
  )
}

/** Caches the wallets that a group has read; `fromCache` leaves out those of campaigns. */
function entriesOf(state: ConsumerState): CacheEntries<WalletRecord> {
  return state.wallets
}

/** Returns the wallets to read, or undefined if a write is not a wallet transaction. */
function missingWallets(
  cache: Cache<WalletRecord>,
  writes: readonly ConsumerWrite<unknown>[],
): number[] | undefined {
  if (!writes.every(isCacheable)) return undefined
  const missing = new Set<number>()
  for (const { needs } of writes) {
    for (const walletId of needs.walletIds ?? []) if (!cache.has(walletId)) missing.add(walletId)
  }
  return [...missing]
}

async function readEntries(
  db: Db,
  partnerId: number,
  walletIds: readonly number[],
): Promise<CacheEntries<WalletRecord>> {
  const wallets = await readWallets(db, partnerId, walletIds)
  return wallets.map((wallet) => [wallet.walletId, wallet] as const)
}

/**
 * Returns a state if all writes are wallet transactions: they need their wallets only, and a
 * repeated one is found by its referenceId. Other writes have no such key.
 */
function fromCache(
  cache: Cache<WalletRecord>,
  writes: readonly ConsumerWrite<unknown>[],
): ConsumerState | undefined {
  const state = new ConsumerState({ isCached: true })
  for (const write of writes) {
    if (!isCacheable(write)) return undefined
    for (const walletId of write.needs.walletIds ?? []) {
      const wallet = cache.get(walletId)
      if (!wallet || wallet.campaignId !== undefined) return undefined
      state.wallets.set(walletId, wallet)
    }
  }
  return state
}

async function loadState(
  tx: Tx,
  group: GroupInputs<ConsumerWrite<unknown>>,
): Promise<ConsumerState> {
  const state = new ConsumerState()
  const needed = <T>(read: (needs: Needs) => readonly T[] | undefined): T[] => [
    ...new Set(group.inputs.flatMap(({ needs }) => read(needs) ?? [])),
  ]
  const references = needed((needs) => needs.references)
  const accountCredits = needed((needs) => needs.accountCredits)
  const leases = needed((needs) => needs.leases)
  const walletIds = needed((needs) => needs.walletIds)
  const owners = needed((needs) => needs.walletsOf)
  const emailBlinds = needed((needs) => needs.emailBlinds)
  const consumerIds = needed((needs) => needs.consumerIds)
  const campaignIds = needed((needs) => needs.campaignIds)
  const loading = { partnerId: group.partnerId, book: group.book, state }
  await Promise.all([
    loadTransactions(tx, loading, { references, accountCredits }),
    loadLeases(tx, loading, leases),
    loadCreditRules(tx, loading, group.inputs),
    loadWalletRecords(tx, loading, walletIds),
    loadWalletsOf(tx, loading, owners),
    loadConsumers(tx, loading, { emailBlinds, consumerIds }),
  ])
  await loadCampaigns(tx, loading, campaignIds)
  return state
}

interface Loading {
  readonly partnerId: number
  readonly book: Promise<Book>
  readonly state: ConsumerState
}

async function loadTransactions(
  tx: Tx,
  { partnerId, state }: Loading,
  keys: { references: readonly string[]; accountCredits: readonly string[] },
): Promise<void> {
  const [transactions, archived, credits] = await Promise.all([
    findTransfers(tx, partnerId, 'wallet_transaction', keys.references),
    // Read after the transfers: in the other order, a key that is archived in between would be
    // missed.
    findArchivedKeys(tx, partnerId, 'wallet_transaction', keys.references),
    findTransfers(tx, partnerId, 'account_credit', keys.accountCredits),
  ])
  for (const [reference, number] of archived) state.archivedReferences.set(reference, number)
  for (const [reference, transfer] of transactions) state.transactions.set(reference, transfer)
  for (const [reference, transfer] of credits) state.accountCredits.set(reference, transfer)
}

async function loadLeases(
  tx: Tx,
  { partnerId, state }: Loading,
  batches: readonly BatchKey[],
): Promise<void> {
  if (batches.length === 0) return
  for (const row of await tx.rows(leasesOfBatches(partnerId, batches))) {
    const batch = { orderNo: Number(row.order_no), batchNo: row.batch_no }
    state.leaseEpochs.set(nameOfBatch(batch), row.lease_epoch)
  }
}

async function loadWalletRecords(
  tx: Tx,
  loading: Loading,
  walletIds: readonly number[],
): Promise<void> {
  if (walletIds.length === 0) return
  const [wallets] = await Promise.all([
    readWallets(tx, loading.partnerId, walletIds),
    loadWallets(tx, loading, walletIds),
  ])
  for (const wallet of wallets) loading.state.wallets.set(wallet.walletId, wallet)
}

async function loadWalletsOf(
  tx: Tx,
  loading: Loading,
  consumerIds: readonly number[],
): Promise<void> {
  if (consumerIds.length === 0) return
  // Also reads wallets that were opened while the group waited for the book.
  await loading.book
  await loadWalletRecords(tx, loading, await readWalletIdsOf(tx, loading.partnerId, consumerIds))
}

async function loadConsumers(
  tx: Tx,
  { partnerId, state }: Loading,
  keys: { emailBlinds: readonly string[]; consumerIds: readonly number[] },
): Promise<void> {
  if (keys.emailBlinds.length === 0 && keys.consumerIds.length === 0) return
  for (const consumer of await readConsumers(tx, partnerId, keys)) state.loadConsumer(consumer)
  if (state.consumers.size === 0) return
  const holdings = await readHoldings(tx, partnerId, [...state.consumers.keys()])
  for (const holding of holdings) state.loadHolding(holding)
}

/** Loads the named campaigns, and those of the loaded wallets. */
async function loadCampaigns(
  tx: Tx,
  { partnerId, state }: Loading,
  campaignIds: readonly number[],
): Promise<void> {
  const ids = new Set(campaignIds)
  for (const { campaignId } of state.wallets.values()) {
    if (campaignId !== undefined) ids.add(campaignId)
  }
  if (ids.size === 0) return
  const campaigns = await readCampaigns(tx, partnerId, [...ids])
  for (const campaign of campaigns) state.campaigns.set(campaign.campaignId, campaign)
}

/** Fails the commit if the database has lost the key that sealed an address. */
function saveConsumers(tx: Writer, book: Book, consumers: readonly NewConsumerRecord[]): void {
  const [first] = consumers
  if (!first) return
  first.vault.requireKeys(
    tx,
    consumers.map((one) => one.emailSealed),
  )
  tx.write(insertConsumers(book, consumers))
}

function saveState(tx: Writer, book: Book, state: ConsumerState): void {
  for (const erasure of state.erasures) {
    tx.write(deleteConsumer(book.partnerId, erasure.consumerId))
    tx.write(eraseTexts(book, erasure))
  }
  saveConsumers(tx, book, state.newConsumers)
  if (state.newCampaigns.length > 0) tx.write(insertCampaigns(book, state.newCampaigns))
  if (state.newWallets.length > 0) tx.write(insertWallets(book, state.newWallets))
  if (state.changedWallets.size > 0) {
    tx.write(updateWallets(book.partnerId, [...state.changedWallets]))
  }
  if (state.changedCampaigns.size > 0) {
    tx.write(updateCampaigns(book.partnerId, [...state.changedCampaigns]))
  }
  for (const statement of state.alongside) tx.write(statement)
  recordAudits(tx, state.audits)
  state.people.save(tx)
  state.drafts.save(tx)
}
