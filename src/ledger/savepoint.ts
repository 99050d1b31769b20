import assert from 'node:assert/strict'
import { addedSince } from '../core/mod.ts'
import type { Book } from './book.ts'

/**
 * Returns a function that undoes all decisions from now on, for a write of many parts that must
 * leave no trace if refused. The parts may open accounts, post transfers and count towards spend
 * limits.
 */
export function savepoint(book: Book): () => void {
  const transfers = book.transfers.length
  const counters = { ...book.counters }
  const [removeOpened, removeTouched] = [addedSince(book.opened), addedSince(book.touched)]
  const restoreLimits = book.spendLimits.savepoint()
  return () => {
    takeBack(book, transfers)
    for (const account of removeOpened()) book.accounts.remove(account)
    removeTouched()
    restoreLimits()
    Object.assign(book.counters, counters)
  }
}

/**
 * Undoes what was decided: accounts are as they were before. Returns false, and changes nothing,
 * if an account was opened, or a hold was made, posted or voided.
 */
export function undo(book: Book): boolean {
  if (book.opened.size > 0 || book.transfers.some(({ state }) => state !== 'posted')) return false
  takeBack(book, 0)
  return true
}

/** Undoes this transfer and all later ones. */
function takeBack(book: Book, first: number): void {
  for (const { state, debitAccount, creditAccount, amount } of book.transfers.splice(first)) {
    assert(state === 'posted', 'only posted transfers are taken back')
    book.account(debitAccount).debitsPosted -= amount
    book.account(creditAccount).creditsPosted -= amount
  }
}
