import type { Fixture } from './fixture.ts'

/** The balances of the accounts of a book, by kind and currency. */
export async function bookOf(fixture: Fixture, partnerId: number): Promise<Record<string, bigint>> {
  const { rows } = await fixture.db.pool.query<{ name: string; balance: string }>(
    `select kind || ' ' || currency as name, sum(credits_posted - debits_posted)::text as balance
     from accounts where partner_id = $1 group by kind, currency`,
    [partnerId],
  )
  return Object.fromEntries(rows.map(({ name, balance }) => [name, BigInt(balance)]))
}

export async function balanceOf(
  fixture: Fixture,
  partnerId: number,
  walletId: string,
): Promise<bigint> {
  const { rows } = await fixture.db.pool.query<{ balance: string }>(
    `select (credits_posted - debits_posted)::text as balance
     from accounts where partner_id = $1 and account_id = $2`,
    [partnerId, walletId],
  )
  return BigInt(rows[0]?.balance ?? '-1')
}
