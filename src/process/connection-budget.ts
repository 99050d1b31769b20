import { randomBytes } from '../core/mod.ts'
import { ConfigError, type Config } from '../settings/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import type { Log } from '../http/mod.ts'

type PoolSettings = Pick<Config, 'connectionsMax' | 'ledgerConnectionsMax'>

/** The clock of the database has a pool of its own, of one connection. */
const CLOCK = 1
/** Each of the three pools opens one more connection to check on connections that are silent. */
const PROBES = 3
export const OWN_CONNECTIONS = CLOCK + PROBES

/**
 * Returns the number of connections that a process may have open at once. Code that opens further
 * connections must be counted here.
 */
export function connectionsNeeded({ connectionsMax, ledgerConnectionsMax }: PoolSettings): number {
  return connectionsMax + ledgerConnectionsMax + OWN_CONNECTIONS
}

/**
 * Returns the name of the sessions of one process. It tells other processes how many connections
 * this process may open.
 */
export function sessionNameOf(config: PoolSettings & Pick<Config, 'role'>): string {
  const id = randomBytes(4).toString('hex')
  return `tessera ${config.role} ${id} needs ${connectionsNeeded(config)}`
}

const ANNOUNCED = /^tessera \w+ [0-9a-f]{8} needs (\d{1,4})$/

/** Sessions of one name, role and database. */
export interface OpenSessions {
  readonly name: string
  readonly sessions: number
  readonly is_same_role: boolean
  readonly is_same_database: boolean
}

/** Null: no limit. */
export interface ConnectionLimits {
  readonly max_connections: number
  readonly reserved: number
  readonly role_max: number | null
  readonly database_max: number | null
}

interface Limit {
  readonly most: number
  /** The name of the limit, and how to raise it to a number of connections. */
  readonly name: string
  raise(connections: number): string
  includes(sessions: OpenSessions): boolean
}

export interface Budget {
  readonly needed: number
  /** The connections that other processes of the service announce. */
  readonly announced: number
  readonly processes: number
  /** Open sessions of tools and other services. */
  readonly others: number
  readonly limit: Limit
}

/**
 * Logs the number of connections that this process may open. Throws ConfigError, in one line, if
 * the server, the role or the database does not allow enough for all processes of the service
 * together. Sessions of others cause only a warning, because they may end.
 */
export async function requireRoom(db: Db, config: Config & { sessionName: string }, log: Log) {
  const [limits] = await db.rows(selectLimits())
  if (!limits) return
  const open = (await db.rows(selectSessions())).filter(({ name }) => name !== config.sessionName)
  const needed = connectionsNeeded(config)
  const budgets = limitsOf(limits).map((limit) => budgetOf(needed, limit, open))
  for (const budget of budgets) {
    const flaw = flawOf(budget, config)
    if (flaw !== undefined) throw new ConfigError(`DATABASE_URL: ${flaw}`)
  }
  for (const { announced, others, limit } of budgets) {
    if (needed + announced + others <= limit.most) continue
    const counts = { needed, announced, others, most: limit.most }
    log.warn(counts, `connections of others leave too few of ${limit.name} for all processes`)
  }
  const [ofServer] = budgets
  const most = ofServer?.limit.most
  log.info({ needed, announced: ofServer?.announced, most }, 'database connections of this process')
}

export function limitsOf(limits: ConnectionLimits): Limit[] {
  const { max_connections: max, reserved, role_max: role, database_max: database } = limits
  const all: Limit[] = [
    {
      most: max - reserved,
      name: `max_connections (${max}, of which ${reserved} are reserved)`,
      raise: (connections) => `raise max_connections to ${connections + reserved}`,
      includes: () => true,
    },
  ]
  if (role !== null) {
    const includes = (one: OpenSessions): boolean => one.is_same_role
    all.push({ most: role, name: 'the limit of the role', raise: altering('role'), includes })
  }
  if (database !== null) {
    const includes = (one: OpenSessions): boolean => one.is_same_database
    const name = 'the limit of the database'
    all.push({ most: database, name, raise: altering('database'), includes })
  }
  return all
}

function altering(kind: string): Limit['raise'] {
  return (connections) => `alter the ${kind} with connection limit ${connections}`
}

export function budgetOf(needed: number, limit: Limit, open: readonly OpenSessions[]): Budget {
  const counted = open.filter((one) => limit.includes(one))
  const announcing = new Map(
    counted.flatMap(({ name }) => {
      const needs = ANNOUNCED.exec(name)?.[1]
      return needs === undefined ? [] : [[name, Number(needs)] as const]
    }),
  )
  const others = counted
    .filter(({ name }) => !announcing.has(name))
    .reduce((sum, { sessions }) => sum + sessions, 0)
  const announced = [...announcing.values()].reduce((sum, needs) => sum + needs, 0)
  return { needed, announced, processes: announcing.size, others, limit }
}

/** Returns the reason why the connections do not suffice, in one line; undefined if they do. */
export function flawOf(budget: Budget, settings: PoolSettings): string | undefined {
  const { needed, announced, processes, limit } = budget
  const all = needed + announced
  if (all <= limit.most) return undefined
  return (
    `this process may open ${needed} connections (TESSERA_DB_CONNECTIONS ` +
    `${settings.connectionsMax}, TESSERA_LEDGER_CONNECTIONS ${settings.ledgerConnectionsMax} and ` +
    `${OWN_CONNECTIONS} more), and ${processes} others of the service ${announced}: ${all} are ` +
    `more than the ${limit.most} of ${limit.name}; lower these settings, or ${limit.raise(all)}`
  )
}

/** A superuser has no limit of its role or of the database. */
function selectLimits(): Statement<ConnectionLimits> {
  return sql`
    select current_setting('max_connections')::integer as max_connections,
      current_setting('superuser_reserved_connections')::integer
        + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
      case when not role.rolsuper then nullif(role.rolconnlimit, -1) end as role_max,
      case when not role.rolsuper then nullif(ours.datconnlimit, -1) end as database_max
    from pg_roles as role, pg_database as ours
    where role.rolname = session_user and ours.datname = current_database()`
}

/**
 * Counts sessions by name. Leaves out background workers, which have no role or another type than
 * clients. Names are visible to every role.
 */
function selectSessions(): Statement<OpenSessions> {
  return sql`
    select coalesce(application_name, '') as name, count(*)::integer as sessions,
      coalesce(usename = session_user, false) as is_same_role,
      coalesce(datname = current_database(), false) as is_same_database
    from pg_stat_activity
    where pid <> pg_backend_pid() and usesysid is not null
      and coalesce(backend_type, 'client backend') = 'client backend'
    group by 1, 3, 4`
}
