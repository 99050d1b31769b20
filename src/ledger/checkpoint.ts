import assert from 'node:assert/strict'
import { createHash, type Hash } from 'node:crypto'
import type { AccountTotals } from './verify-rows.ts'

/** The part of a book that was verified without a difference. */
export interface Checkpoint {
  /** All transfers up to this number. */
  readonly lastTransfer: bigint
  /** All orders up to this number, which are final. */
  readonly lastOrder: bigint
  /** SHA-256 of the totals of all accounts after `lastTransfer`, as hexadecimal digits. */
  readonly totals: string
}

/** The stored checkpoint of a book, or `altered` if its bytes were not sealed for this book. */
export type StoredCheckpoint = Checkpoint | 'altered'

export function encodeCheckpoint({ lastTransfer, lastOrder, totals }: Checkpoint): Buffer {
  return Buffer.from(`${lastTransfer} ${lastOrder} ${totals}`, 'utf8')
}

/** Throws for bytes that `encodeCheckpoint` has not made. */
export function decodeCheckpoint(bytes: Buffer): Checkpoint {
  const match = /^(\d+) (\d+) ([0-9a-f]{64})$/.exec(bytes.toString('utf8'))
  assert(match, 'a checkpoint that opens was encoded here')
  const [, lastTransfer = '', lastOrder = '', totals = ''] = match
  return { lastTransfer: BigInt(lastTransfer), lastOrder: BigInt(lastOrder), totals }
}

export type DigestedTotals = Omit<AccountTotals, 'kind' | 'currency'> &
  Partial<Pick<AccountTotals, 'kind' | 'currency'>>

/**
 * Digests the totals of a book's accounts, which are added in the order of their ids. An account
 * without transfers adds nothing, so opening an account does not change the digest of earlier
 * transfers.
 */
export class TotalsDigest {
  readonly #hash: Hash = createHash('sha256')

  add(account: DigestedTotals): void {
    const { debits_pending, debits_posted, credits_pending, credits_posted } = account
    const totals = [debits_pending, debits_posted, credits_pending, credits_posted]
    if (totals.every((total) => total === 0n)) return
    const { account_id: id, kind = '', currency = '' } = account
    this.#hash.update([id, kind, currency, ...totals].join(' ') + '\n')
  }

  /** Returns the digest; nothing can be added afterwards. */
  end(): string {
    return this.#hash.digest('hex')
  }
}
