import type { Clock, Signer } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { readUpstreams, type Upstream } from './account-rows.ts'
import { UpstreamClient } from './client.ts'
import { openSigner } from './secrets.ts'
import type { Timeouts } from './transport.ts'

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

/** The accounts as the database has them. Each keeps its client until the account is changed. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #clients = new Map<number, { version: bigint; client: UpstreamClient }>()

  constructor(options: ConnectionsOptions) {
    this.#options = options
    options.db.life.onNew(() => this.close())
  }

  async all(): Promise<Connection[]> {
    const upstreams = await readUpstreams(this.#options.db)
    await this.#options.vault.prepare(upstreams.map(({ sealed }) => sealed))
    return upstreams.map((upstream) => ({ upstream, client: this.#clientOf(upstream) }))
  }

  close(): void {
    for (const { client } of this.#clients.values()) client.close()
    this.#clients.clear()
  }

  #clientOf(upstream: Upstream): UpstreamClient {
    const { upstreamId, version, baseUrl } = upstream
    const known = this.#clients.get(upstreamId)
    if (known?.version === version) return known.client
    const signer = openSigner(this.#options.vault, upstream)
    const client = new UpstreamClient({ ...this.#options, baseUrl, signer })
    this.#clients.set(upstreamId, { version, client })
    return client
  }
}

/**
 * Connects to one account for one use; the caller closes the client. Signs with `signer`, or with
 * the credential of the account.
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
