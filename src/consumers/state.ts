import type { Actor, AuditEntry } from '../audit/mod.ts'
import { addedSince, type Currency, type MinorUnits } from '../core/mod.ts'
import type { Statement } from '../db/mod.ts'
import type { KeyedTransfer } from '../ledger/mod.ts'
import { NO_DRAFTS, PersonRules } from '../orders/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { WalletStatus } from './wallet.ts'

export interface ConsumerRecord {
  readonly consumerId: number
  readonly fullName: string
  /** The hash of its address, see SealedEmail. */
  readonly emailBlind: string
}

/** A consumer to be stored, and the vault that sealed its address. */
export interface NewConsumerRecord extends ConsumerRecord {
  readonly emailSealed: Buffer
  readonly vault: Vault
}

/** A consumer that a group erases, and its wallets, which are empty. */
export interface ConsumerErasure {
  readonly erasureId: string
  readonly consumerId: number
  readonly walletIds: readonly number[]
  readonly reason: string
  readonly actor: Actor
}

/** The owner and kind of a wallet. Its balance is that of the account with the same id. */
export interface WalletRecord {
  readonly walletId: number
  readonly consumerId: number
  readonly currency: Currency
  readonly campaignId: number | undefined
  status: WalletStatus
}

export interface CampaignRecord {
  readonly campaignId: number
  readonly name: string
  readonly currency: Currency
  readonly budgetMinor: MinorUnits | undefined
  /** The credits of its wallets minus their debits: never above the budget. */
  creditedMinor: bigint
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly endsAt: number | undefined
  /** The gift cards that owners of its wallets may buy; see NewCampaign. */
  readonly spendProducts?: readonly number[] | undefined
}

/** Identifies a wallet among those of its consumer. */
export type Holding =
  | { readonly consumerId: number; readonly currency: string }
  | { readonly consumerId: number; readonly campaignId: number }

/**
 * Consumers, wallets and campaigns as the writes of one group read and change them. All kinds of
 * writes share it, so that a repeated write finds the first one, and a wallet is not credited and
 * closed in one group. `saveState` writes what is new or changed.
 */
export class ConsumerState {
  /** True if the state comes from the cache, which does not know the keys that were used before. */
  readonly isCached: boolean
  readonly consumers = new Map<number, ConsumerRecord>()
  readonly wallets = new Map<number, WalletRecord>()
  readonly campaigns = new Map<number, CampaignRecord>()
  /** Wallet transactions, by the partner's referenceId. */
  readonly transactions = new Map<string, KeyedTransfer>()
  /** The numbers of removed wallet transactions, by the partner's referenceId. */
  readonly archivedReferences = new Map<string, number>()
  /** Credits of orders, by `nameOfBatch`. */
  readonly accountCredits = new Map<string, KeyedTransfer>()
  /** The current epochs of leases, by `nameOfBatch`. */
  readonly leaseEpochs = new Map<string, bigint>()
  /** The rules for the persons who credit; empty if none does. */
  people = new PersonRules()
  /** The drafts that ask for the credits. */
  drafts = NO_DRAFTS
  readonly newConsumers: NewConsumerRecord[] = []
  readonly newWallets: WalletRecord[] = []
  readonly newCampaigns: CampaignRecord[] = []
  readonly changedWallets = new Set<WalletRecord>()
  readonly changedCampaigns = new Set<CampaignRecord>()
  readonly erasures: ConsumerErasure[] = []
  readonly audits: AuditEntry[] = []
  /** Statements that callers of writes add to the transaction. */
  readonly alongside: Statement<never>[] = []
  readonly #byEmailBlind = new Map<string, ConsumerRecord>()
  readonly #holdings = new Set<string>()

  constructor({ isCached = false }: { readonly isCached?: boolean } = {}) {
    this.isCached = isCached
  }

  /**
   * Returns a function that undoes what is added from now on: consumers, wallets and wallet
   * transactions.
   */
  savepoint(): () => void {
    const removals = [
      addedSince(this.consumers),
      addedSince(this.wallets),
      addedSince(this.transactions),
      addedSince(this.changedCampaigns),
      addedSince(this.#byEmailBlind),
      addedSince(this.#holdings),
    ]
    const lists = [this.newConsumers, this.newWallets, this.alongside, this.audits].map(
      (list) => [list, list.length] as const,
    )
    const credited = Array.from(this.campaigns.values(), (one) => [one, one.creditedMinor] as const)
    return () => {
      for (const remove of removals) remove()
      for (const [list, length] of lists) list.length = length
      for (const [campaign, creditedMinor] of credited) campaign.creditedMinor = creditedMinor
    }
  }

  /** Adds a consumer, unless the state has it. */
  loadConsumer(consumer: ConsumerRecord): void {
    if (this.consumers.has(consumer.consumerId)) return
    this.consumers.set(consumer.consumerId, consumer)
    this.#byEmailBlind.set(consumer.emailBlind, consumer)
  }

  loadHolding(holding: Holding): void {
    this.#holdings.add(holdingKey(holding))
  }

  consumerOf(emailBlind: string): ConsumerRecord | undefined {
    return this.#byEmailBlind.get(emailBlind)
  }

  holds(holding: Holding): boolean {
    return this.#holdings.has(holdingKey(holding))
  }

  campaignOf(wallet: WalletRecord): CampaignRecord | undefined {
    return wallet.campaignId === undefined ? undefined : this.campaigns.get(wallet.campaignId)
  }

  addConsumer(consumer: NewConsumerRecord): void {
    this.loadConsumer(consumer)
    this.newConsumers.push(consumer)
  }

  /** True if this group has added the consumer. */
  isNew(consumer: ConsumerRecord): boolean {
    return this.newConsumers.some(({ consumerId }) => consumerId === consumer.consumerId)
  }

  /** Removes a consumer, so that later writes of the group may use its address again. */
  eraseConsumer({ consumerId, emailBlind }: ConsumerRecord, erasure: ConsumerErasure): void {
    this.consumers.delete(consumerId)
    this.#byEmailBlind.delete(emailBlind)
    this.erasures.push(erasure)
  }

  addWallet(wallet: WalletRecord): WalletRecord {
    const { consumerId, campaignId, currency } = wallet
    this.wallets.set(wallet.walletId, wallet)
    this.loadHolding(
      campaignId === undefined
        ? { consumerId, currency: currency.code }
        : { consumerId, campaignId },
    )
    this.newWallets.push(wallet)
    return wallet
  }

  addCampaign(campaign: CampaignRecord): void {
    this.campaigns.set(campaign.campaignId, campaign)
    this.newCampaigns.push(campaign)
  }
}

/** Returns a key that identifies a batch, and its credit, among those of its partner. */
export function nameOfBatch({ orderNo, batchNo }: Pick<BatchKey, 'orderNo' | 'batchNo'>): string {
  return `${orderNo}-${batchNo}`
}

function holdingKey(holding: Holding): string {
  return 'currency' in holding
    ? `${holding.consumerId} ${holding.currency}`
    : `${holding.consumerId} campaign ${holding.campaignId}`
}
