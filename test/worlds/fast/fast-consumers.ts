import { createHash } from 'node:crypto'
import {
  createConsumer,
  openCampaign,
  openCampaignWallet,
  setWalletStatus,
  transactWallet,
} from '../../../src/consumers/mod.ts'
import { minorUnits, storedCurrency, wireAmount } from '../../../src/core/mod.ts'
import { TESTER } from '../../support/tester.ts'
import type { Act, Answer, TransactAct } from '../../oracle/acts.ts'
import { textOf, type Code } from '../../oracle/facts.ts'
import type { MemoryBook } from './memory-book.ts'
import type { Shop } from './shop.ts'

type Asked<Name extends Act['act']> = Extract<Act, { act: Name }>
type ConsumerAct =
  | TransactAct
  | Asked<'consumer'>
  | Asked<'status'>
  | Asked<'campaign'>
  | Asked<'campaign wallet'>

/** Hashes without a key. */
export const HASHES = {
  blindIndex: (_purpose: string, text: string) => createHash('sha256').update(text).digest(),
  requireKeys: () => undefined,
}

const VAULT = { ...HASHES, seal: () => Buffer.alloc(1) } as never

export function clientOf(by: number): string {
  return `client ${by}`
}

/** What is done with the consumers of a partner. */
export class FastConsumers {
  readonly #shop: Shop
  readonly #book: MemoryBook
  readonly #partnerId: number
  readonly #consumers: number[] = []
  readonly #campaigns: string[] = []

  constructor(shop: Shop, book: MemoryBook, partnerId: number) {
    this.#shop = shop
    this.#book = book
    this.#partnerId = partnerId
  }

  do(act: ConsumerAct): Promise<Answer> {
    switch (act.act) {
      case 'consumer':
        return this.#createConsumer(act)
      case 'credit':
      case 'debit':
        return this.#transact(act)
      case 'status':
        return this.#setStatus(act)
      case 'campaign':
        return this.#openCampaign(act)
      case 'campaign wallet':
        return this.#openCampaignWallet(act)
    }
  }

  async #createConsumer({ name, code, amount, by }: Asked<'consumer'>): Promise<Answer> {
    const { ledger } = this.#book
    const made = await createConsumer({ ledger, vault: VAULT }, this.#partnerId, {
      fullName: 'Ann',
      email: `${name}@example.com`,
      currency: storedCurrency(code),
      initialFundsMinor: minorUnits(BigInt(amount)),
      clientId: clientOf(by),
    })
    const known = this.#consumers.indexOf(made.consumerId)
    const consumer = known >= 0 ? known : this.#consumers.push(made.consumerId) - 1
    const balance = wireAmount(made.walletBalanceMinor, made.currency)
    return { status: 200, consumer, wallet: this.#walletAt(made.walletId), balance }
  }

  async #transact({ act, wallet, amount, key, by }: TransactAct): Promise<Answer> {
    const { walletId, currency } = this.#wallet(wallet)
    const made = await transactWallet(this.#book.ledger, this.#partnerId, {
      walletId: String(walletId),
      amount: Number(textOf(BigInt(amount), currency.code as Code)),
      transactionType: act === 'credit' ? 'CREDIT' : 'DEBIT',
      referenceId: `key ${key}`,
      clientId: clientOf(by),
    })
    const [previous, moved, next] = [
      made.previousBalanceMinor,
      made.transactionAmountMinor,
      made.newBalanceMinor,
    ].map((minor) => wireAmount(minor, made.currency))
    return { status: 200, previous, amount: moved, next }
  }

  async #setStatus({ wallet, status }: Asked<'status'>): Promise<Answer> {
    const change = { status, reason: 'test', actor: TESTER }
    const walletId = String(this.#wallet(wallet).walletId)
    const set = await setWalletStatus(this.#book.ledger, this.#partnerId, walletId, change)
    return { status: 200, is: set.status }
  }

  async #openCampaign({ code, amount, seconds }: Asked<'campaign'>): Promise<Answer> {
    const { campaignId } = await openCampaign(this.#book.ledger, this.#partnerId, {
      name: 'Spring',
      currency: storedCurrency(code),
      budgetMinor: amount === 0 ? undefined : minorUnits(BigInt(amount)),
      endsAt: seconds === undefined ? undefined : this.#shop.now() + seconds * 1_000,
      actor: TESTER,
    })
    return { status: 201, campaign: this.#campaigns.push(campaignId) - 1 }
  }

  async #openCampaignWallet(act: Asked<'campaign wallet'>): Promise<Answer> {
    const opened = await openCampaignWallet(this.#book.ledger, this.#partnerId, {
      campaignId: this.#campaigns[act.campaign] ?? '',
      consumerId: this.#consumers[act.consumer] ?? 0,
      actor: TESTER,
    })
    return { status: 201, wallet: this.#walletAt(opened.walletId) }
  }

  #wallet(at: number) {
    const found = this.#book.wallets[at]
    if (!found) throw new Error(`no wallet ${at}`)
    return found
  }

  #walletAt(walletId: string): number {
    return this.#book.wallets.findIndex((one) => String(one.walletId) === walletId)
  }
}
