import { MS_PER_SECOND, repeat, type RepeatedWork } from '../core/mod.ts'
import { claimDueAccounts } from './account-rows.ts'
import { ADAPTERS } from './adapters/mod.ts'
import { Connections } from './connections.ts'
import type { ConnectorOptions } from './supplier.ts'
import { toCreate } from './create-rows.ts'
import { followCreate } from './follow-create.ts'
import { pollFloat } from './poll-float.ts'
import { productTypes } from './product-types.ts'
import { CLAIM_MS, claimDueCreates } from './release-rows.ts'
import { followUnclear } from './unclear.ts'
import { followWaitingPrices } from './waiting-prices.ts'

export interface ReconcileOptions extends ConnectorOptions {
  /** Seconds between two polls of our funds at a supplier. */
  readonly floatPollSeconds: number
  /** Serves the orders that wait for stock of this product. */
  restocked(productId: number): Promise<void>
  /** Called when our funds at this account have grown. */
  funded(account: { readonly supplier: string; readonly account: string }): Promise<void>
  onFault(error: unknown): void
}

const POLL_MS = 5 * MS_PER_SECOND
const DUE_AT_ONCE = 20
/** The number of missed polls in a row after which a supplier counts as silent. */
const POLLS_MISSED_MAX = 3

/** Polls our funds at suppliers, and continues creates that no batch needs; see `followCreate`. */
export function reconcileSuppliers(own: Omit<ReconcileOptions, 'connections'>): RepeatedWork {
  const connections = new Connections({ ...own, adapters: ADAPTERS })
  const options = { ...own, connections }
  const { onFault } = options
  const repeated = [
    repeat(() => pollFloats(options), POLL_MS, onFault),
    repeat(() => settleAllDue(options), POLL_MS, onFault),
    repeat(() => followUnclear(options), POLL_MS, onFault),
    repeat(() => followWaitingPrices(options), POLL_MS, onFault),
  ]
  return {
    async stop() {
      await Promise.all(repeated.map((one) => one.stop()))
      connections.close()
    },
  }
}

/** Polls each supplier by itself, so that a silent one delays no other. */
export async function pollFloats(options: ReconcileOptions): Promise<void> {
  const { db, clock, connections, floatPollSeconds, funded, onFault } = options
  const now = clock.now()
  const due = await db.rows(claimDueAccounts(now, now - floatPollSeconds * MS_PER_SECOND))
  if (due.length === 0) return
  const ids = new Set(due.map((row) => row.account_id))
  const silentAfterMs = POLLS_MISSED_MAX * floatPollSeconds * MS_PER_SECOND
  const polls = (await connections.all())
    .filter(({ account }) => ids.has(account.accountId))
    .map(async (connection) => {
      const { adapter: supplier, name: account } = connection.account
      if (await pollFloat({ db, now, silentAfterMs }, connection))
        await funded({ supplier, account })
    })
  await Promise.all(polls.map((one) => one.catch(onFault)))
}

export async function settleAllDue(options: ReconcileOptions): Promise<void> {
  const { db, clock, connections, vault, onFault } = options
  const now = clock.now()
  const againAt = now + CLAIM_MS
  const rows = await db.rows(claimDueCreates({ now, againAt }, DUE_AT_ONCE))
  if (rows.length === 0) return
  await vault.prepare(rows.flatMap(({ kept }) => kept ?? []))
  const all = await connections.all()
  const creates = rows.map((row) => ({ ...toCreate(row), claimedUntil: againAt }))
  const types = await productTypes(db, creates)
  // Each account by itself, so that a silent supplier delays no other.
  const work = all.map(async (connection) => {
    const { accountId } = connection.account
    for (const create of creates.filter((one) => one.accountId === accountId)) {
      const productType = types.get(create.productId) ?? 'GIFT_CARD'
      try {
        const isStocked = await followCreate(options, { create, connection, productType })
        if (isStocked) await options.restocked(create.productId)
      } catch (error) {
        onFault(error)
      }
    }
  })
  await Promise.all(work)
}
