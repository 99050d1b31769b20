import type { Clock, Signer } from '../core/mod.ts'
import { OfOneLife, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { readUpstreams, type Upstream } from './account-rows.ts'
import { UpstreamClient } from './client.ts'
import { openSigner } from './secrets.ts'
import type { Timeouts } from '../connectors/mod.ts'

/** An account with a client for it. */
export interface Connection {
  readonly upstream: Upstream
  readonly client: UpstreamClient
}

export interface ConnectionsOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly timeouts?: Timeouts | undefined
  /** Returns the headers that continue the current trace at the upstream. */
  traceHeaders?(): Readonly<Record<string, string>>
}

/** The accounts, read from the database. An account has the same client until it is changed. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #clients: OfOneLife<Clients>

  constructor(options: ConnectionsOptions) {
    this.#options = options
    const { db } = options
    this.#clients = new OfOneLife(
      db,
      () => new Clients(options),
      (former) => former.close(),
    )
  }

  async all(): Promise<Connection[]> {
    const clients = this.#clients.present
    const upstreams = await readUpstreams(this.#options.db)
    await this.#options.vault.prepare(upstreams.map(({ sealed }) => sealed))
    // A new life of the database may have lost rows that were read in the former one.
    if (clients !== this.#clients.present) return this.all()
    return upstreams.map((upstream) => ({ upstream, client: clients.clientOf(upstream) }))
  }

  close(): void {
    this.#clients.renew()
  }
}

/** The clients of one life of the database, by the versions that their accounts have in it. */
class Clients {
  readonly #options: ConnectionsOptions
  readonly #byUpstream = new Map<number, { version: bigint; client: UpstreamClient }>()

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  clientOf(upstream: Upstream): UpstreamClient {
    const { upstreamId, version, baseUrl } = upstream
    const cached = this.#byUpstream.get(upstreamId)
    if (cached?.version === version) return cached.client
    const signer = openSigner(this.#options.vault, upstream)
    const client = new UpstreamClient({ ...this.#options, baseUrl, signer })
    this.#byUpstream.set(upstreamId, { version, client })
    return client
  }

  close(): void {
    for (const { client } of this.#byUpstream.values()) client.close()
  }
}

/**
 * Connects to one account for a single use; the caller closes the client. Signs with `signer`, or
 * else with the credential of the account.
 */
export async function connect(
  { vault, clock, timeouts }: ConnectionsOptions,
  upstream: Upstream,
  signer?: Signer,
): Promise<Connection> {
  if (!signer) await vault.prepare([upstream.sealed])
  const { baseUrl } = upstream
  const signed = signer ?? openSigner(vault, upstream)
  return { upstream, client: new UpstreamClient({ baseUrl, signer: signed, clock, timeouts }) }
}
