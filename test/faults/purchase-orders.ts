import type { Database } from '../../src/db/mod.ts'
import type { FailingServer } from './failing-server.ts'
import type { PurchaseShop } from './purchase-shops.ts'

/** An order of one product. */
export interface PlacedOrder {
  readonly shop: PurchaseShop
  readonly id: string
  readonly orderNo: number
}

interface Batch {
  readonly order_no: string
  readonly status: string
  readonly is_leased: boolean
  readonly is_due: boolean
  readonly lease_epoch: string
  readonly due_ms: number
}

/** The orders of one round, each of one batch, as the database has them. */
export class PurchaseOrders {
  readonly #server: FailingServer
  readonly all: readonly PlacedOrder[]

  constructor(server: FailingServer, all: readonly PlacedOrder[]) {
    this.#server = server
    this.all = all
  }

  /**
   * Returns the orders that no worker works on (completed ones, and those that wait), and those
   * that a worker works on.
   */
  async states(): Promise<Readonly<Record<'atRest' | 'begun', ReadonlySet<number>>>> {
    const rows = await this.#batches()
    return { atRest: numbersOf(rows.filter(isAtRest)), begun: numbersOf(rows.filter(isLeased)) }
  }

  /**
   * Returns a function that counts those of the present batches that no worker has tried since.
   * With `isBegun`, a batch that was leased since counts as tried.
   */
  async untried(isBegun: boolean): Promise<() => Promise<number>> {
    const before = new Map((await this.#batches()).map((one) => [one.order_no, one.lease_epoch]))
    return async () => {
      const untried = (await this.#batches()).filter((one) => {
        const isLeasedAnew = one.lease_epoch !== before.get(one.order_no)
        if (one.status === 'COMPLETED') return false
        return one.is_leased ? !isBegun || !isLeasedAnew : one.is_due && !isLeasedAnew
      })
      return untried.length
    }
  }

  /**
   * Returns a function that counts the present leases that are then still the same: not renewed by
   * their worker, and not replaced.
   */
  async unrenewed(): Promise<() => Promise<number>> {
    const before = new Map((await this.#batches()).map((one) => [one.order_no, one.due_ms]))
    return async () => {
      const idle = (await this.#batches()).filter(
        (one) => !isAtRest(one) && one.due_ms <= (before.get(one.order_no) ?? 0),
      )
      return idle.length
    }
  }

  /** Ends all leases at once: the workers that had them are dead. */
  async endLeases(): Promise<void> {
    await this.#query(`
      update fulfillments set due_at = now() where order_no = any($1) and due_at > now()`)
  }

  /** Makes purchases that no worker has leased older, and batches that wait for time due. */
  async passTime(): Promise<void> {
    await this.#query(`
      update supplier_creates c
      set begun_at = begun_at - ${PASSED}, first_sent_at = first_sent_at - ${PASSED},
        sent_at = sent_at - ${PASSED}, unsure_until = unsure_until - ${PASSED},
        due_at = due_at - ${PASSED}, closed_at = closed_at - ${PASSED}
      where order_no = any($1) and not exists (
        select from fulfillments f
        where f.order_no = c.order_no and f.batch_no = c.batch_no and f.lease_owner is not null)`)
    await this.#query(`
      update fulfillments set due_at = now()
      where order_no = any($1) and lease_owner is null and due_at > now()`)
    await this.ask((db) => db.pool.query('update unfunded_accounts set is_due = true'))
  }

  /** Returns the orders that have not ended, or whose purchases have not. */
  async open(): Promise<readonly PlacedOrder[]> {
    const rows = await this.#query<{ order_no: string }>(`
      select order_no::text from orders o
      where order_no = any($1) and (status not in ('COMPLETED', 'CANCELLED') or exists (
        select from supplier_creates c
        where c.order_no = o.order_no and (
          c.fault is not null or c.released and c.due_at is not null)))`)
    const open = new Set(rows.map(({ order_no: orderNo }) => Number(orderNo)))
    return this.all.filter(({ orderNo }) => open.has(orderNo))
  }

  /** Returns the accounts at which purchases wait for a person. */
  async unclear(): Promise<ReadonlySet<string>> {
    const rows = await this.#query<{ supplier: string }>(`
      select adapter || ':' || name as supplier
      from supplier_accounts a join supplier_creates c using (account_id)
      where c.order_no = any($1) and c.fault is not null`)
    return new Set(rows.map(({ supplier }) => supplier))
  }

  /** Makes the purchases that are done due to be looked up again. */
  async lookAgain(): Promise<void> {
    await this.#query(`
      update supplier_creates set due_at = now()
      where order_no = any($1) and status = 'DONE' and due_at is not null`)
  }

  numberOf(clientReference: string): Promise<number> {
    return this.ask(async (db) => {
      const { rows } = await db.pool.query<{ order_no: string }>(
        'select order_no from orders where client_reference = $1',
        [clientReference],
      )
      return Number(rows[0]?.order_no)
    })
  }

  async ask<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = this.#server.connect()
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  #batches(): Promise<Batch[]> {
    return this.#query<Batch>(`
      select order_no::text, status, lease_owner is not null as is_leased,
        coalesce(due_at <= now(), false) as is_due, lease_epoch::text,
        coalesce(extract(epoch from due_at) * 1000, 0)::float8 as due_ms
      from fulfillments where order_no = any($1)`)
  }

  #query<Row extends object>(text: string): Promise<Row[]> {
    const numbers = this.all.map(({ orderNo }) => orderNo)
    return this.ask(async (db) => (await db.pool.query<Row>(text, [numbers])).rows)
  }
}

/** Time that each poll makes pass for purchases. */
const PASSED = `interval '10 minutes'`

function isAtRest({ status, is_leased: isBusy, is_due: isDue }: Batch): boolean {
  return status === 'COMPLETED' || (!isBusy && !isDue)
}

function numbersOf(batches: readonly Batch[]): ReadonlySet<number> {
  return new Set(batches.map((one) => Number(one.order_no)))
}

function isLeased(batch: Batch): boolean {
  return batch.is_leased
}
