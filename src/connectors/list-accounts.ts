import type { Db } from '../db/mod.ts'
import { type Account, readAccounts, selectPots } from './account-rows.ts'

/** An account with our funds there, as decimal text. */
export interface AccountView extends Account {
  readonly pots: readonly {
    readonly pot: string
    readonly currency: string
    readonly funds: string
    readonly seenAt: number
  }[]
}

/** Returns all accounts, oldest first. */
export async function listAccounts(db: Db): Promise<AccountView[]> {
  const [accounts, pots] = await Promise.all([readAccounts(db), db.rows(selectPots())])
  return accounts.map((account) => ({
    ...account,
    pots: pots
      .filter((row) => row.account_id === account.accountId)
      .map(({ pot, currency, funds, seen_at: seen }) => ({
        pot,
        currency,
        funds,
        seenAt: seen.getTime(),
      })),
  }))
}
