import { dateAt, drawNumber, storedCurrency, type Currency } from '../core/mod.ts'
import { maybeRow, sql, type Db, type Statement, type UpstreamsRow } from '../db/mod.ts'

/** Our account at another service with this interface. */
export interface Upstream {
  readonly upstreamId: number
  readonly name: string
  readonly baseUrl: string
  readonly clientId: string
  readonly sealed: Buffer
  /** The currency of the wallet that pays for its orders. */
  readonly currency: Currency
  readonly lowFloatMinor: bigint | null
  readonly isActive: boolean
  /** A version that changes with each update. It is compared for equality only. */
  readonly version: bigint
  readonly createdAt: number
  /** When the upstream last responded, and the fault of its last failed request. */
  readonly answeredAt: number | undefined
  readonly lastFault: string | undefined
  readonly faultedAt: number | undefined
}

export interface NewUpstream {
  readonly name: string
  readonly baseUrl: string
  readonly clientId: string
  readonly sealed: Buffer
  readonly currency: string
  readonly lowFloatMinor: bigint | null
}

export const UPSTREAM_NAME = /^[a-z0-9][a-z0-9-]{0,49}$/

const COLUMNS = sql.raw(
  `upstream_id, name, base_url, client_id, sealed, currency, low_float_minor, active, version,
   created_at, asked_at, answered_at, last_fault, faulted_at`,
)

/** Returns all accounts: there are at most UPSTREAMS_MAX. */
export async function readUpstreams(db: Db): Promise<Upstream[]> {
  return (await db.rows(selectUpstreams())).map(toUpstream)
}

export function toUpstream(row: UpstreamsRow): Upstream {
  return {
    upstreamId: row.upstream_id,
    name: row.name,
    baseUrl: row.base_url,
    clientId: row.client_id,
    sealed: row.sealed,
    currency: storedCurrency(row.currency),
    lowFloatMinor: row.low_float_minor,
    isActive: row.active,
    version: row.version,
    createdAt: row.created_at.getTime(),
    answeredAt: row.answered_at?.getTime(),
    lastFault: row.last_fault ?? undefined,
    faultedAt: row.faulted_at?.getTime(),
  }
}

function selectUpstreams(): Statement<UpstreamsRow> {
  return sql`select ${COLUMNS} from upstreams order by upstream_id`
}

/** Returns the account; undefined if there is none, or if the text cannot be a name. */
export async function findUpstream(db: Db, name: string): Promise<Upstream | undefined> {
  const row = UPSTREAM_NAME.test(name) ? await maybeRow(db, selectUpstream(name)) : undefined
  return row && toUpstream(row)
}

function selectUpstream(name: string): Statement<UpstreamsRow> {
  return sql`select ${COLUMNS} from upstreams where name = ${name}`
}

/** Locks the account for an update. */
export function lockUpstream(name: string): Statement<UpstreamsRow> {
  return sql`select ${COLUMNS} from upstreams where name = ${name} for update`
}

export function lockUpstreams(): Statement<never> {
  return sql`lock table upstreams in share row exclusive mode`
}

export function countUpstreams(): Statement<{ total: bigint }> {
  return sql`select count(*) as total from upstreams`
}

export function insertUpstream(upstream: NewUpstream, at: number): Statement<UpstreamsRow> {
  return sql`
    insert into upstreams (
      name, base_url, client_id, sealed, currency, low_float_minor, version, created_at)
    values (
      ${upstream.name}, ${upstream.baseUrl}, ${upstream.clientId}, ${upstream.sealed},
      ${upstream.currency}, ${upstream.lowFloatMinor}, ${drawNumber()}, ${dateAt(at)})
    returning ${COLUMNS}`
}

/** Updates the account. Its float is due at once, because the credential may be new. */
export function updateUpstreamRow(upstream: Upstream): Statement<UpstreamsRow> {
  return sql`
    update upstreams
    set base_url = ${upstream.baseUrl}, client_id = ${upstream.clientId},
        sealed = ${upstream.sealed}, low_float_minor = ${upstream.lowFloatMinor},
        active = ${upstream.isActive}, version = ${drawNumber()}, asked_at = null
    where upstream_id = ${upstream.upstreamId}
    returning ${COLUMNS}`
}
