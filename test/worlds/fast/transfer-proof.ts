import type { Account, Transfer } from '../../../src/ledger/mod.ts'

/** Adds up the transfers of a book again, and compares the balances that each of them states. */
export class TransferProof {
  readonly #available = new Map<number, bigint>()
  /** By number: the holds that are neither posted nor voided. */
  readonly #holds = new Map<number, Transfer>()

  /** Throws if a transfer states other balances than all transfers so far make. */
  add(transfer: Transfer): void {
    const { number, state, debitAccount, creditAccount, amount } = transfer
    if (state === 'post' || state === 'void') this.#release(transfer)
    if (state !== 'void') this.#move(debitAccount, -BigInt(amount))
    if (state === 'posted' || state === 'post') this.#move(creditAccount, amount)
    if (state === 'pending') this.#holds.set(number, transfer)
    const stated = [transfer.debitAvailable, transfer.creditAvailable].map(BigInt)
    const summed = [debitAccount, creditAccount].map((id) => this.#availableIn(id))
    if (stated.join() !== summed.join()) {
      throw new Error(`transfer ${number} states ${stated.join()}, and ${summed.join()} is right`)
    }
  }

  /** Throws if an account has another balance than its transfers make. */
  requireSame(account: Account): void {
    const { id, creditsPosted, debitsPosted, debitsPending, creditsPending } = account
    const available = creditsPosted - debitsPosted - debitsPending
    const holds = [...this.#holds.values()].filter(({ creditAccount }) => creditAccount === id)
    const pending = holds.reduce((sum, { amount }) => sum + amount, 0n)
    if (available === this.#availableIn(id) && creditsPending === pending) return
    throw new Error(`account ${id} differs from its transfers`)
  }

  #availableIn(accountId: number): bigint {
    return this.#available.get(accountId) ?? 0n
  }

  #release({ number, pendingNo = 0, debitAccount, creditAccount, amount, state }: Transfer): void {
    const hold = this.#holds.get(pendingNo)
    const isOfHold = hold?.debitAccount === debitAccount && hold.creditAccount === creditAccount
    const isInHold = hold && (state === 'void' ? amount === hold.amount : amount <= hold.amount)
    if (!isOfHold || !isInHold) throw new Error(`transfer ${number} resolves no hold ${pendingNo}`)
    this.#holds.delete(pendingNo)
    this.#move(debitAccount, hold.amount)
  }

  #move(accountId: number, amount: bigint): void {
    this.#available.set(accountId, this.#availableIn(accountId) + amount)
  }
}
