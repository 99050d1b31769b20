import type { AuditEntry } from '../../../src/audit/mod.ts'
import type { Case } from '../../../src/cases/mod.ts'
import {
  ConsumerState,
  type CampaignRecord,
  type ConsumerRecord,
  type Holding,
  type WalletRecord,
} from '../../../src/consumers/state.ts'
import { NamedWallets } from '../../../src/consumers/wallet-supplier-recipients.ts'
import type { ConsumerWrite } from '../../../src/consumers/write.ts'
import { ZERO } from '../../../src/core/mod.ts'
import type { Statement } from '../../../src/db/mod.ts'
import type { AnyEvent } from '../../../src/events/mod.ts'
import { Accounts, type Account } from '../../../src/ledger/accounts.ts'
import { Book, type BookRow, type Transfer } from '../../../src/ledger/book.ts'
import { decideAll, inputsByKind, isAccepted, type Write } from '../../../src/ledger/group.ts'
import type { AnyWriteKind, KeyedTransfer, Ledger, SpendLimit } from '../../../src/ledger/mod.ts'
import { FundsShort } from '../../../src/ledger/short-funds.ts'
import { SpendLimits } from '../../../src/ledger/spend-limits.ts'
import type { NamedDeposit } from '../../../src/partners/deposit-reversal-rows.ts'
import type { FundingState } from '../../../src/partners/funding.ts'
import type { OrderInput } from '../../../src/orders/order-input.ts'
import { auditOf, eventOf } from './case-texts.ts'
import { OrderStore } from './order-store.ts'
import type { Shop } from './shop.ts'
import { TransferProof } from './transfer-proof.ts'

/**
 * The state that a kind has loaded for a group, and how it is stored once the group is committed.
 */
interface LoadedState {
  readonly state: unknown
  save?(book: Book): void
}

/** One partner's book, and the rows of all kinds of writes, in memory instead of a database. */
export class MemoryBook {
  readonly #shop: Shop
  readonly #follower: AnyWriteKind
  readonly #queue: Write[] = []
  #row: BookRow
  #accounts: readonly Account[] = []
  #limits: readonly SpendLimit[] = []
  readonly transfers: Transfer[] = []
  readonly #proof = new TransferProof()
  readonly orders: OrderStore
  readonly #movements = { deposit: new Map(), reversal: new Map() } as Record<
    string,
    FundingState['byReference']
  >
  readonly #deposits = new Map<number, NamedDeposit>()
  readonly #consumers: ConsumerRecord[] = []
  readonly #holdings: Holding[] = []
  readonly wallets: WalletRecord[] = []
  readonly #campaigns: CampaignRecord[] = []
  readonly #transactions = new Map<string, KeyedTransfer>()
  readonly #credits = new Map<string, KeyedTransfer>()
  /** The rows that callers have stored beside their writes. */
  readonly alongside: Statement<never>[] = []
  readonly cases = new Map<number, Case>()
  readonly casesTold = new Map<number, string[]>()

  constructor(shop: Shop, partnerId: number, follower: AnyWriteKind) {
    this.#shop = shop
    this.#follower = follower
    this.orders = new OrderStore(shop, partnerId)
    const counters = { lastId: 0, lastTransfer: 0, lastOrder: 0, ordersOnHold: 0 }
    this.#row = { partnerId, ...counters, lastInstant: 0, hasOpening: false, version: 0 }
  }

  /** Queues for the next group; `commit` decides it. */
  readonly ledger: Ledger = {
    submit: (kind, _partnerId, input) =>
      new Promise((resolve, reject) => {
        const settle = { resolve, reject }
        this.#queue.push({
          kind,
          input,
          weight: 1,
          origin: undefined,
          ...settle,
        })
      }),
    queued: () => this.#queue.length,
    drained: () => Promise.resolve(),
  }

  get accounts(): readonly Account[] {
    return this.#accounts
  }

  /** The wallets that orders credit, by their ids. */
  get recipients(): NamedWallets {
    const found = this.wallets.map((wallet) => ({ wallet, emailBlind: undefined }))
    return new NamedWallets(found, new Map())
  }

  get deposits(): readonly number[] {
    return [...this.#deposits.keys()]
  }

  /** Decides all that is queued as one group, as `commitLocked` does. */
  commit(): void {
    const group = this.#queue.splice(0)
    if (group.length === 0) return
    for (let short: readonly string[] = []; ;) {
      try {
        return this.#decide(group, short)
      } catch (error) {
        // Each time, one more currency is short.
        if (!(error instanceof FundsShort) || error.currencies.length <= short.length) throw error
        short = error.currencies
      }
    }
  }

  #decide(group: readonly Write[], short: readonly string[]): void {
    const accounts = new Accounts(this.#accounts.map((account) => ({ ...account })))
    const limits = new SpendLimits(this.#limits)
    const book = new Book(this.#row, this.#shop.now(), accounts, limits)
    book.short.follow(short)
    const inputs = inputsByKind(group)
    if (!inputs.has(this.#follower) && this.#follower.joins?.(book)) inputs.set(this.#follower, [])
    const loaded = new Map(
      [...inputs].map(([kind, own]) => [kind, this.#load(kind.name, book, own)] as const),
    )
    const states = new Map([...loaded].map(([kind, { state }]) => [kind, state]))
    const outcomes = decideAll(book, states, group)
    const isLimited = [...inputs.keys()].some(({ name }) => name === 'credit limit')
    if (short.length > 0 && !isLimited && !short.some((currency) => isShort(book, currency))) {
      throw new Error(`a group is decided again for ${short.join()}, which did not fall short`)
    }
    if (outcomes.some(isAccepted)) {
      for (const one of loaded.values()) one.save?.(book)
      this.#save(book)
    }
    for (const outcome of outcomes) {
      if (isAccepted(outcome)) outcome.write.resolve(outcome.result)
      else outcome.write.reject(outcome.error)
    }
  }

  #save(book: Book): void {
    this.#row = book.nextRow()
    const { waiting } = this.orders
    if (this.#row.ordersOnHold !== waiting) throw new Error(`${waiting} orders wait for funds`)
    const isKept = (one: Account) =>
      !book.opened.has(one) || one.kind === 'wallet' || book.touched.has(one)
    this.#accounts = [...book.accounts.all()].filter(isKept)
    for (const transfer of book.transfers) {
      if (this.transfers.push(transfer) !== transfer.number)
        throw new Error(`no transfer ${transfer.number}`)
      this.#proof.add(transfer)
      if (transfer.code !== 'deposit') continue
      const { currency } = book.account(transfer.debitAccount)
      this.#deposits.set(transfer.number, {
        currency,
        amountMinor: transfer.amount,
        reversedMinor: ZERO,
      })
    }
    for (const account of this.#accounts) this.#proof.requireSame(account)
    for (const limit of book.spendLimits.changed.values()) {
      const others = this.#limits.filter(
        (one) => one.clientId !== limit.clientId || one.currency !== limit.currency,
      )
      this.#limits = (limit.day ?? limit.month) ? [...others, limit] : others
    }
  }

  #load(name: string, book: Book, inputs: readonly unknown[]): LoadedState {
    switch (name) {
      case 'order': {
        const state = this.orders.load(book, inputs as readonly OrderInput[], this.recipients)
        state.spendableWallets = new Map(this.wallets.map((one) => [one.walletId, spendable(one)]))
        return { state, save: () => this.orders.save(state) }
      }
      case 'deposit':
      case 'reversal':
        return this.#loadFunding(name)
      case 'consumers':
        return this.#loadConsumers(inputs as readonly ConsumerWrite<unknown>[])
      case 'case':
        return this.#loadCases()
      case 'credit limit':
        return { state: { changed: new Set(), audits: [] } }
      default:
        return { state: undefined }
    }
  }

  #loadFunding(name: 'deposit' | 'reversal'): LoadedState {
    const deposits = new Map([...this.#deposits].map(([no, deposit]) => [no, { ...deposit }]))
    const byReference: FundingState['byReference'] = new Map(this.#movements[name])
    const deposited = new Map<string, bigint>()
    const state = { byReference, deposits, reversals: [], deposited, audits: [] }
    return {
      state: state satisfies FundingState,
      save: () => {
        this.#movements[name] = byReference
        if (name === 'reversal') {
          for (const [no, deposit] of deposits) this.#deposits.set(no, deposit)
        }
      },
    }
  }

  #loadConsumers(writes: readonly ConsumerWrite<unknown>[]): LoadedState {
    const state = new ConsumerState()
    const neededIds = new Set(writes.flatMap(({ needs }) => needs.walletIds ?? []))
    const campaigns = this.#campaigns.map((campaign) => ({ ...campaign }))
    for (const consumer of this.#consumers) state.loadConsumer(consumer)
    for (const holding of this.#holdings) state.loadHolding(holding)
    for (const wallet of this.wallets) {
      if (neededIds.has(wallet.walletId)) state.wallets.set(wallet.walletId, { ...wallet })
    }
    for (const campaign of campaigns) state.campaigns.set(campaign.campaignId, campaign)
    for (const [key, transfer] of this.#transactions) state.transactions.set(key, transfer)
    for (const [name, credit] of this.#credits) state.accountCredits.set(name, credit)
    return { state, save: () => this.#saveConsumers(state) }
  }

  #saveConsumers(state: ConsumerState): void {
    this.#consumers.push(...state.newConsumers)
    for (const wallet of state.newWallets) {
      const { consumerId, campaignId, currency } = wallet
      this.wallets.push(wallet)
      const own = campaignId === undefined ? { currency: currency.code } : { campaignId }
      this.#holdings.push({ consumerId, ...own })
    }
    for (const changed of state.changedWallets) {
      const at = this.wallets.findIndex(({ walletId }) => walletId === changed.walletId)
      this.wallets[at] = changed
    }
    this.#campaigns.push(...state.newCampaigns)
    for (const changed of state.changedCampaigns) {
      const at = this.#campaigns.findIndex(({ campaignId }) => campaignId === changed.campaignId)
      this.#campaigns[at] = changed
    }
    for (const [key, transfer] of state.transactions) this.#transactions.set(key, transfer)
    for (const [name, credit] of state.accountCredits) this.#credits.set(name, credit)
    this.alongside.push(...state.alongside)
  }

  #loadCases(): LoadedState {
    const cases = new Map(this.cases)
    const open = this.wallets.filter(({ status }) => status !== 'CLOSED')
    const { buckets, save } = this.#shop.stock.lock()
    const told = { audits: [] as AuditEntry[], events: [] as AnyEvent[] }
    const now = this.#shop.now()
    return {
      state: {
        cases,
        buckets,
        used: new Set(),
        openWallets: new Set(open.map(({ walletId }) => walletId)),
        changed: new Set(),
        ...told,
      },
      save: () => {
        save()
        for (const [caseId, one] of cases) this.cases.set(caseId, one)
        const events = told.events.map((event) => eventOf(event, this.#row.partnerId, now))
        for (const [caseId, text] of [...events, ...told.audits.map(auditOf)])
          this.casesTold.set(caseId, [...(this.casesTold.get(caseId) ?? []), text])
      },
    }
  }
}

/** True if a group takes funds below what may be spent. */
function isShort({ accounts, transfers }: Book, currency: string): boolean {
  const funds = accounts.inChart('funds', currency)
  return transfers.some(({ debitAccount, debitAvailable }) => {
    return debitAccount === funds?.id && debitAvailable + funds.creditLimit < 0n
  })
}

/** Owners spend wallets without a campaign; no campaign of these histories restricts its use. */
function spendable({ walletId, consumerId, currency, campaignId, status }: WalletRecord) {
  const isSpendable = campaignId === undefined
  const none = { campaignName: undefined, products: undefined, endsAtMs: undefined }
  return { walletId, consumerId, currency, status, isSpendable, ...none }
}
