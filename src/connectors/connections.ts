import type { Clock } from '../core/mod.ts'
import { PerDatabaseLife, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { type Account, accountText, readAccounts } from './account-rows.ts'
import type { Adapter, Fields } from './adapter.ts'
import { Exchange } from './exchange.ts'

/** An account with the exchange that sends its calls. */
export interface Connection {
  readonly account: Account
  readonly adapter: Adapter
  readonly exchange: Exchange
}

export interface ConnectionsOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly adapters: Readonly<Record<string, Adapter>>
  /** A shorter wait for a response, for tests. */
  readonly responseMs?: number | undefined
  /** Returns the headers that continue the current trace. */
  traceHeaders?(): Readonly<Record<string, string>>
}

/** The accounts as the database has them. Each keeps its exchange until the account is changed. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #exchanges: PerDatabaseLife<Exchanges>

  constructor(options: ConnectionsOptions) {
    this.#options = options
    this.#exchanges = new PerDatabaseLife(
      options.db,
      () => new Exchanges(options),
      (former) => former.close(),
    )
  }

  async all(): Promise<Connection[]> {
    const { db, vault, adapters } = this.#options
    const exchanges = this.#exchanges.present
    const accounts = await readAccounts(db)
    await vault.prepare(accounts.map(({ sealed }) => sealed))
    // A new life of the database has begun meanwhile: it may have lost what was read.
    if (exchanges !== this.#exchanges.present) return this.all()
    return accounts.flatMap((account) => {
      const adapter = adapters[account.adapter]
      return adapter ? { account, adapter, exchange: exchanges.of(account, adapter) } : []
    })
  }

  close(): void {
    this.#exchanges.renew()
  }
}

/** The exchanges of one life of the database, by the versions that their accounts have in it. */
class Exchanges {
  readonly #options: ConnectionsOptions
  readonly #byAccount = new Map<number, { version: bigint; exchange: Exchange }>()

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  of(account: Account, adapter: Adapter): Exchange {
    const entry = this.#byAccount.get(account.accountId)
    if (entry?.version === account.version) return entry.exchange
    entry?.exchange.close()
    const { vault, ...options } = this.#options
    const { environment, settings, baseUrl } = account
    const secrets = openSecrets(vault, account)
    const open = { environment, settings, baseUrl, secrets }
    const exchange = new Exchange({ ...options, adapter, account: open })
    this.#byAccount.set(account.accountId, { version: account.version, exchange })
    return exchange
  }

  close(): void {
    for (const { exchange } of this.#byAccount.values()) exchange.close()
    this.#byAccount.clear()
  }
}

type Named = Pick<Account, 'adapter' | 'name'>

export function sealSecrets(vault: Vault, account: Named, secrets: Fields): Buffer {
  return vault.seal('credentials', contextOf(account), Buffer.from(JSON.stringify(secrets), 'utf8'))
}

export function openSecrets(vault: Vault, account: Named & { readonly sealed: Buffer }): Fields {
  const text = vault.open('credentials', contextOf(account), account.sealed).toString('utf8')
  return JSON.parse(text) as Fields
}

/** Returns the sealing context of an account's secrets. An account never changes its name. */
function contextOf(account: Named): string {
  return `supplier_accounts:${accountText(account)}`
}
