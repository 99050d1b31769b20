import type { Actor } from '../audit/mod.ts'
import { formatAmount, parseNumericId, Refusal, randomUUID } from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type Statement } from '../db/mod.ts'
import { available, type Book, type Ledger } from '../ledger/mod.ts'
import { erasureOf } from './erasure-rows.ts'
import { readErasureReason, toErasure, type Erasure } from './erasures.ts'
import type { ConsumerState, WalletRecord } from './state.ts'
import { isEmpty } from './wallet-in-group.ts'
import { submitWrite } from './write.ts'

export interface NewErasure {
  /** The text of the path. */
  readonly consumerId: string
  readonly reason: string
  /** The operator who erases the consumer. */
  readonly actor: Actor
  /** Deletions by modules that depend on this one, for the same commit. */
  readonly alongside?: readonly Statement<never>[]
}

/**
 * Erases a consumer: name, address, the descriptions of its transactions and its mails. Its wallets
 * are closed for good, their transfers stay. In one commit, audited; a second call returns the
 * first erasure. The address can be used again, for a new consumer.
 *
 * Refuses, in this order:
 *   invalid_request    a reason that cannot be stored, or one that has an address
 *   consumer_unknown   the partner has no such consumer
 *   wallet_not_empty   a wallet has a balance; the message names it
 */
export async function eraseConsumer(
  { db, ledger }: { readonly db: Db; readonly ledger: Ledger },
  partnerId: number,
  input: NewErasure,
): Promise<Erasure> {
  const reason = readErasureReason(input.reason)
  const consumerId = parseNumericId(input.consumerId)
  if (consumerId === undefined) throw consumerUnknown()
  try {
    await submitWrite(ledger, partnerId, {
      needs: { consumerIds: [consumerId], walletsOf: [consumerId] },
      decide(book, state) {
        decide(book, state, { consumerId, reason, actor: input.actor })
        state.alongside.push(...(input.alongside ?? []))
      },
    })
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'consumer_unknown')) throw error
    const earlier = await maybeRow(db, erasureOf(partnerId, consumerId))
    if (!earlier) throw error
    return toErasure(earlier)
  }
  return toErasure(await oneRow(db, erasureOf(partnerId, consumerId)))
}

function decide(
  book: Book,
  state: ConsumerState,
  { consumerId, reason, actor }: Pick<NewErasure, 'reason' | 'actor'> & { consumerId: number },
): void {
  const consumer = state.consumers.get(consumerId)
  if (!consumer || state.isNew(consumer)) throw consumerUnknown()
  const wallets = [...state.wallets.values()].filter((one) => one.consumerId === consumerId)
  for (const wallet of wallets) requireEmpty(book, wallet)
  for (const wallet of wallets) {
    wallet.status = 'CLOSED'
    book.walletStatuses.set(wallet.walletId, wallet.status)
    state.changedWallets.add(wallet)
  }
  const walletIds = wallets.map((wallet) => wallet.walletId)
  state.eraseConsumer(consumer, {
    erasureId: randomUUID(),
    consumerId,
    walletIds,
    reason,
    actor,
  })
  state.audits.push({
    partnerId: book.partnerId,
    actor,
    action: 'consumer.erase',
    target: `consumer:${consumerId}`,
    valueOut: 'none',
    reason,
    after: { walletIds: walletIds.map(String) },
    at: book.now,
  })
}

function consumerUnknown(): Refusal {
  return new Refusal('consumer_unknown', 'no such consumer')
}

function requireEmpty(book: Book, { walletId, currency }: WalletRecord): void {
  const account = book.account(walletId)
  if (isEmpty(account)) return
  const balance = `${formatAmount(available(account), currency)} ${currency.code}`
  throw new Refusal(
    'wallet_not_empty',
    `wallet ${walletId} has ${balance}; debit it before its consumer is erased`,
  )
}
