import { expect } from 'vitest'
import type { Process } from './process.ts'
import { aConsumer, credit, type Fixture } from './fixture.ts'

/** A partner with one wallet. */
export interface Holder {
  readonly partnerId: number
  readonly walletId: string
  /** The sum of the credits so far, in whole units. */
  credits: number
}

/** Opens partners with funds and a wallet, whose books this process has cached. */
export async function holdersAt(fixture: Fixture, one: Process, count: number): Promise<Holder[]> {
  const holders: Holder[] = []
  while (holders.length < count) {
    const partnerId = await fixture.partner({ USD: 1_000_00n })
    const { walletId } = await aConsumer(fixture, partnerId)
    holders.push({ partnerId, walletId, credits: 0 })
  }
  await creditEach(one, holders)
  return holders
}

/** Credits 1.00, and expects the balance to be all that was credited so far. */
export async function creditAt({ ledger }: Process, holder: Holder): Promise<void> {
  holder.credits += 1
  const { partnerId, walletId, credits } = holder
  const result = await credit(ledger, partnerId, {
    walletId,
    amount: 1,
    referenceId: `credit ${credits}`,
  })
  expect(result.newBalanceMinor).toBe(BigInt(credits) * 100n)
}

export async function creditEach(one: Process, holders: readonly Holder[]): Promise<void> {
  await Promise.all(holders.map((holder) => creditAt(one, holder)))
}

/** Returns the number of transfers of each transaction, the latest one last. */
export async function transfersByTransaction({ db }: Fixture): Promise<number[]> {
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::integer from transfers group by xmin order by xmin::text::bigint',
  )
  return rows.map((row) => row.count)
}
