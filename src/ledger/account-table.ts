import type { AccountMoves, AccountTotals } from './verify-rows.ts'

export const TOTALS = [
  'debits_pending',
  'debits_posted',
  'credits_pending',
  'credits_posted',
] as const
export type Totals = Record<(typeof TOTALS)[number], bigint>

type Labels = Pick<AccountTotals, 'kind' | 'currency'>

/** The totals of an account: stored, and summed from its transfers. */
export interface ComparedAccount {
  readonly id: bigint
  /** Undefined if the account is not stored; its stored totals are then zero. */
  readonly labels: Labels | undefined
  readonly stored: Totals
  readonly moved: Totals
}

/**
 * Stored totals of accounts and the sums of their transfers, in columns of 80 bytes an account (700
 * as objects). All are exact: maps have the totals beyond int8, which only a damaged book has, and
 * the accounts that are not stored.
 */
export class AccountTable {
  #ids = new BigInt64Array()
  /** Accounts with equal labels share one object. */
  readonly #labels: Labels[] = []
  readonly #sharedLabels = new Map<string, Labels>()
  /** Four totals for each account, in the order of TOTALS. */
  #stored = new BigInt64Array()
  #moved = new BigInt64Array()
  /** Totals of `#moved` beyond int8, by their index in it. */
  readonly #beyondInt8 = new Map<number, bigint>()
  /** The sums of transfers of accounts that are not stored. */
  readonly #unknown = new Map<bigint, bigint[]>()

  /** The number of stored accounts. */
  get size(): number {
    return this.#ids.length
  }

  /** Adds stored accounts, in ascending order of ids, also across calls. */
  add(accounts: readonly AccountTotals[]): void {
    const from = this.#ids.length
    const size = from + accounts.length
    this.#ids = enlarge(this.#ids, size)
    this.#stored = enlarge(this.#stored, TOTALS.length * size)
    this.#moved = enlarge(this.#moved, TOTALS.length * size)
    accounts.forEach((account, at) => {
      this.#ids[from + at] = account.account_id
      this.#labels.push(this.#shared(account))
      const place = TOTALS.length * (from + at)
      TOTALS.forEach((name, nth) => (this.#stored[place + nth] = account[name]))
    })
  }

  /** Adds sums of transfers to the debits or credits of an account. */
  addMoves({ account_id: id, is_debit: isDebit, pending, posted }: AccountMoves): void {
    const amounts = [BigInt(pending), BigInt(posted)]
    const first = isDebit ? 0 : 2
    const at = this.#find(id)
    if (at !== undefined) {
      amounts.forEach((amount, nth) => this.#add(TOTALS.length * at + first + nth, amount))
      return
    }
    const totals = this.#unknown.get(id) ?? TOTALS.map(() => 0n)
    amounts.forEach((amount, nth) => (totals[first + nth] = (totals[first + nth] ?? 0n) + amount))
    this.#unknown.set(id, totals)
  }

  /** Returns all accounts, in the order of their ids. */
  *accounts(): Generator<ComparedAccount> {
    const unknown = [...this.#unknown].toSorted(([one], [other]) => (one < other ? -1 : 1))
    let next = 0
    for (const [at, id] of this.#ids.entries()) {
      for (let one = unknown[next]; one && one[0] < id; one = unknown[next]) {
        yield unknownAccount(one)
        next += 1
      }
      yield this.#account(at, id)
    }
    yield* unknown.slice(next).map(unknownAccount)
  }

  #account(at: number, id: bigint): ComparedAccount {
    const place = TOTALS.length * at
    return {
      id,
      labels: this.#labels[at],
      stored: totalsOf((nth) => this.#stored[place + nth]),
      moved: totalsOf((nth) => this.#movedAt(place + nth)),
    }
  }

  #movedAt(place: number): bigint {
    return this.#beyondInt8.get(place) ?? this.#moved[place] ?? 0n
  }

  #add(place: number, amount: bigint): void {
    const total = this.#movedAt(place) + amount
    this.#beyondInt8.delete(place)
    if (BigInt.asIntN(64, total) === total) this.#moved[place] = total
    else this.#beyondInt8.set(place, total)
  }

  /** Returns the place of a stored account. */
  #find(id: bigint): number | undefined {
    let [low, high] = [0, this.#ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] ?? id) < id) low = middle + 1
      else high = middle
    }
    return this.#ids[low] === id ? low : undefined
  }

  #shared({ kind, currency }: Labels): Labels {
    const key = `${kind}\0${currency}`
    let labels = this.#sharedLabels.get(key)
    if (labels === undefined) {
      labels = { kind, currency }
      this.#sharedLabels.set(key, labels)
    }
    return labels
  }
}

function enlarge(column: BigInt64Array, length: number): BigInt64Array<ArrayBuffer> {
  const larger = new BigInt64Array(length)
  larger.set(column)
  return larger
}

function unknownAccount([id, totals]: [bigint, bigint[]]): ComparedAccount {
  const moved = totalsOf((nth) => totals[nth])
  return { id, labels: undefined, stored: totalsOf(() => 0n), moved }
}

function totalsOf(total: (nth: number) => bigint | undefined): Totals {
  return {
    debits_pending: total(0) ?? 0n,
    debits_posted: total(1) ?? 0n,
    credits_pending: total(2) ?? 0n,
    credits_posted: total(3) ?? 0n,
  }
}
