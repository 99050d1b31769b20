import type { MinorUnits } from '../core/mod.ts'
import type { Account } from './accounts.ts'
import { Book, type Hold, type NewTransfer, type Transfer } from './book.ts'
import type { TransferCode } from './chart.ts'

/** Debits pending and posted, credits pending and posted. */
export type Totals = readonly [bigint, bigint, bigint, bigint]

/** A book that records, for the sentinel, the balances of each account before the group. */
export class WatchedBook extends Book {
  readonly before = new Map<Account, Totals>()
  /** The accounts that a kind of write has taken below zero, which its rule allows. */
  readonly uncovered = new Set<Account>()
  /** By their numbers: the holds that the group has posted or voided. */
  readonly holdAmounts = new Map<number, MinorUnits>()
  #isCovered = false

  override post(transfer: NewTransfer): Transfer {
    this.#recordBefore(transfer)
    return super.post(transfer)
  }

  override postUncovered(transfer: NewTransfer): Transfer {
    this.#recordBefore(transfer)
    const posted = super.postUncovered(transfer)
    this.uncovered.add(transfer.debit)
    return posted
  }

  override hold(transfer: NewTransfer): Transfer {
    this.#isCovered = true
    try {
      return super.hold(transfer)
    } finally {
      this.#isCovered = false
    }
  }

  override holdUncovered(transfer: NewTransfer): Transfer {
    this.#recordBefore(transfer)
    if (!this.#isCovered) this.uncovered.add(transfer.debit)
    return super.holdUncovered(transfer)
  }

  override postHold(hold: Hold, code: TransferCode, amount?: MinorUnits): Transfer {
    this.#recordHoldBefore(hold)
    return super.postHold(hold, code, amount)
  }

  override voidHold(hold: Hold, code: TransferCode): Transfer {
    this.#recordHoldBefore(hold)
    return super.voidHold(hold, code)
  }

  #recordHoldBefore(hold: Hold): void {
    this.#recordBefore(hold)
    this.holdAmounts.set(hold.number, hold.amount)
  }

  #recordBefore({ debit, credit }: { readonly debit: Account; readonly credit: Account }): void {
    for (const account of [debit, credit]) {
      if (this.before.has(account)) continue
      const { debitsPending, debitsPosted, creditsPending, creditsPosted } = account
      this.before.set(account, [debitsPending, debitsPosted, creditsPending, creditsPosted])
    }
  }
}
