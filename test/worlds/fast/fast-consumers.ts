import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  createConsumer,
  openCampaign,
  openCampaignWallet,
  setWalletStatus,
  submitRows,
  transactWallet,
  walletTransactionWrite,
  type WalletTransaction,
} from '../../../src/consumers/mod.ts'
import { minorUnits, storedCurrency, wireAmount, type Refusal } from '../../../src/core/mod.ts'
import type { WalletRecord } from '../../../src/consumers/state.ts'
import { compile } from '../../../src/db/sql.ts'
import { createWalletSupplier } from '../../../src/consumers/wallet-supplier.ts'
import { creditPart } from '../../../src/credit-imports/credit-part.ts'
import { requireDistinct } from '../../../src/http/rows-route.ts'
import { fingerprintOf } from '../../../src/orders/mod.ts'
import type { NewBatch } from '../../../src/orders/line-rows.ts'
import type { PlaceInput } from '../../../src/orders/order-input.ts'
import { TESTER } from '../../support/tester.ts'
import type { Answer, ActOf, TransactAct } from '../../oracle/acts.ts'
import { wire, type Code } from '../../oracle/facts.ts'
import type { MemoryBook } from './memory-book.ts'
import { itemsOf } from './items.ts'
import { refusedBy } from './refusal-answer.ts'
import type { Shop } from './shop.ts'

type ConsumerAct =
  | TransactAct
  | ActOf<'bulk'>
  | ActOf<'file'>
  | ActOf<'consumer'>
  | ActOf<'status'>
  | ActOf<'campaign'>
  | ActOf<'campaign wallet'>

/** The hashes of a vault, without a key. */
export const HASHES = {
  blindIndex: (_purpose: string, text: string) => createHash('sha256').update(text).digest(),
  requireKeys: () => undefined,
}

const VAULT = { ...HASHES, seal: () => Buffer.alloc(1) } as never

export function clientOf(by: number): string {
  return `client ${by}`
}

/** Acts on the consumers of a partner. */
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
      case 'bulk':
        return this.#bulk(act)
      case 'file':
        return this.#file(act)
      case 'status':
        return this.#setStatus(act)
      case 'campaign':
        return this.#openCampaign(act)
      case 'campaign wallet':
        return this.#openCampaignWallet(act)
    }
  }

  async #createConsumer({ name, code, amount, by }: ActOf<'consumer'>): Promise<Answer> {
    const { ledger } = this.#book
    const result = await createConsumer({ ledger, vault: VAULT }, this.#partnerId, {
      fullName: 'Ann',
      email: `${name}@example.com`,
      currency: storedCurrency(code),
      initialFundsMinor: minorUnits(BigInt(amount)),
      clientId: clientOf(by),
    })
    const place = this.#consumers.indexOf(result.consumerId)
    const consumer = place >= 0 ? place : this.#consumers.push(result.consumerId) - 1
    const balance = wireAmount(result.walletBalanceMinor, result.currency)
    return { status: 200, consumer, wallet: this.#walletAt(result.walletId), balance }
  }

  #transaction({ act, wallet, amount, key, by }: TransactAct) {
    const { walletId, currency } = this.#wallet(wallet)
    return {
      walletId: String(walletId),
      amount: wire(BigInt(amount), currency.code as Code),
      transactionType: act === 'credit' ? 'CREDIT' : 'DEBIT',
      referenceId: `key ${key}`,
      clientId: clientOf(by),
    } as const
  }

  async #transact(act: TransactAct): Promise<Answer> {
    const { ledger } = this.#book
    return answerOf(await transactWallet(ledger, this.#partnerId, this.#transaction(act)))
  }

  async #bulk({ rows, isAtomic }: ActOf<'bulk'>): Promise<Answer> {
    const transactions = rows.map((row) => this.#transaction(row))
    requireDistinct('transactions', 'referenceId', transactions)
    const { ledger } = this.#book
    const outcomes = await submitRows(
      ledger,
      this.#partnerId,
      transactions.map((one) => walletTransactionWrite(one)),
      { list: 'transactions', isAtomic },
    )
    const results = outcomes.map((one) =>
      'result' in one ? answerOf(one.result) : refusedBy('credit', one.error as Refusal),
    )
    return { status: 200, results }
  }

  /** Does a worker's part for the rows of a file, whose wallets were found. */
  async #file({ file, rows }: ActOf<'file'>): Promise<Answer> {
    const { ledger, alongside } = this.#book
    const stored = rows.map(({ wallet, amount, key }, at) => {
      const { walletId, currency } = this.#wallet(wallet)
      const of = { line: at + 2, fullName: '', description: undefined, reference: String(key) }
      return { ...of, walletId, currency, amountMinor: minorUnits(BigInt(amount)) }
    })
    const key = { partnerId: this.#partnerId, importId: String(file), partNo: 1 }
    const part = { ...key, fileReference: `file ${file}`, rows: stored }
    const credited = creditPart({ ledger } as never, part)
    // The worker submits its write once it knows that no wallet has to be opened.
    await Promise.resolve()
    this.#book.commit()
    await credited
    const record = alongside.at(-1)
    const [, , , ...counts] = (record && compile(record).values) ?? []
    return { status: 200, credited: counts[0], repeated: counts[1], refused: counts[2] }
  }

  /** Credits the wallet that a batch names, as its supplier does. Returns whether it did. */
  async credit(orderNo: number, { line, batchNo, quantity }: NewBatch): Promise<boolean> {
    const { product, faceValueMinor, recipient } = line.priced
    const key = { partnerId: this.#partnerId, orderNo, batchNo }
    const of = { productId: product.productId, currency: product.currency.code, settings: {} }
    const db = { rows: () => Promise.resolve(this.#book.wallets.map(rowOf)) } as never
    const supplier = createWalletSupplier({ db, ledger: this.#book.ledger, vault: VAULT })
    const crediting = supplier.issue([{ ...key, ...of, faceValueMinor, quantity, recipient }])
    // The supplier submits its write once it has read the wallet.
    await setImmediate()
    this.#book.commit()
    const [outcome] = await crediting
    return outcome?.outcome === 'issued'
  }

  /** Returns the order that the owner of a wallet places with it. */
  orderOf({ wallet, product, amount, key, most }: ActOf<'spend'>): PlaceInput {
    const { walletId, currency } = this.#wallet(wallet)
    return {
      type: 'place',
      clientReference: `key ${key}`,
      idempotencyKey: undefined,
      fingerprint: fingerprintOf([wallet, product, amount, key]),
      currency,
      items: itemsOf([[product, amount, 1]]),
      spend: { walletId, priceMinorMax: BigInt(most) },
    }
  }

  async #setStatus({ wallet, status }: ActOf<'status'>): Promise<Answer> {
    const change = { status, reason: 'test', actor: TESTER }
    const walletId = String(this.#wallet(wallet).walletId)
    const set = await setWalletStatus(this.#book.ledger, this.#partnerId, walletId, change)
    return { status: 200, is: set.status }
  }

  async #openCampaign({ code, amount, seconds }: ActOf<'campaign'>): Promise<Answer> {
    const { campaignId } = await openCampaign(this.#book.ledger, this.#partnerId, {
      name: 'Spring',
      currency: storedCurrency(code),
      budgetMinor: amount === 0 ? undefined : minorUnits(BigInt(amount)),
      endsAt: seconds === undefined ? undefined : this.#shop.now() + seconds * 1_000,
      actor: TESTER,
    })
    return { status: 201, campaign: this.#campaigns.push(campaignId) - 1 }
  }

  async #openCampaignWallet(act: ActOf<'campaign wallet'>): Promise<Answer> {
    const opened = await openCampaignWallet(this.#book.ledger, this.#partnerId, {
      campaignId: this.#campaigns[act.campaign] ?? '',
      consumerId: this.#consumers[act.consumer] ?? 0,
      actor: TESTER,
    })
    return { status: 201, wallet: this.#walletAt(opened.walletId) }
  }

  #wallet(at: number) {
    const wallet = this.#book.wallets[at]
    if (!wallet) throw new Error(`no wallet ${at}`)
    return wallet
  }

  #walletAt(walletId: string): number {
    return this.#book.wallets.findIndex((one) => String(one.walletId) === walletId)
  }
}

function rowOf({ walletId, consumerId, currency, campaignId, status }: WalletRecord) {
  const of = { wallet_id: walletId, consumer_id: consumerId, campaign_id: campaignId ?? null }
  return { ...of, currency: currency.code, status, email_blind: null }
}

function answerOf(transaction: WalletTransaction): Answer {
  const [previous, amount, next] = [
    transaction.previousBalanceMinor,
    transaction.transactionAmountMinor,
    transaction.newBalanceMinor,
  ].map((minor) => wireAmount(minor, transaction.currency))
  return { status: 200, previous, amount, next }
}
