import { oneRow, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  type Account,
  insertAccount,
  lockAccounts,
  type NewAccount,
  readAccounts,
  toAccount,
  updateAccountRow,
} from './account-rows.ts'
import { type AccountAct, auditAccount } from './accounts.ts'
import type { Fields } from './adapter.ts'
import { sealSecrets } from './connections.ts'

/** An account that another part of this service has used so far. */
export interface AdoptedAccount extends Omit<NewAccount, 'sealed'> {
  readonly secrets: Fields
  readonly active: boolean
}

const NAME_LENGTH_MAX = 50

/**
 * Registers accounts that were in use before, in the order given. If a name is in use, a number is
 * added at its end.
 */
export async function adoptAccounts(
  tx: Tx,
  vault: Vault,
  adopted: readonly AdoptedAccount[],
  act: AccountAct,
): Promise<Account[]> {
  await tx.rows(lockAccounts())
  const registered: Account[] = []
  const before = await readAccounts(tx)
  for (const { secrets, active, ...input } of adopted) {
    const name = freeName(input, [...before, ...registered])
    const sealed = sealSecrets(vault, { adapter: input.adapter, name }, secrets)
    const row = { ...input, name, sealed }
    const inserted = toAccount(await oneRow(tx, insertAccount(row, act.at)))
    const account = active
      ? inserted
      : toAccount(await oneRow(tx, updateAccountRow({ ...inserted, active })))
    auditAccount(tx, { action: 'supplier_account.create', account, act, isOpened: false })
    registered.push(account)
  }
  return registered
}

function freeName(
  { adapter, name }: Pick<Account, 'adapter' | 'name'>,
  accounts: readonly Pick<Account, 'adapter' | 'name'>[],
): string {
  const names = new Set(accounts.filter((one) => one.adapter === adapter).map((one) => one.name))
  let free = name
  for (let number = 2; names.has(free); number += 1) {
    const end = `-${number}`
    free = name.slice(0, NAME_LENGTH_MAX - end.length) + end
  }
  return free
}
