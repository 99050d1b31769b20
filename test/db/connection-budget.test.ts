import { expect, onTestFinished, test } from 'vitest'
import { loadConfig, type Config } from '../../src/settings/config.ts'
import {
  budgetOf,
  connectionsNeeded,
  flawOf,
  limitsOf,
  requireRoom,
  sessionNameOf,
  type OpenSessions,
} from '../../src/process/connection-budget.ts'
import { connect, sql } from '../../src/db/mod.ts'
import { CONNECTIONS_MAX } from '../../src/db/bundled/settings.ts'
import { createLog } from '../../src/http/mod.ts'
import { readYaml } from '../deploy/files.ts'
import { renderChart } from '../deploy/render-chart.ts'
import { readPage } from '../docs/markdown.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

const log = createLog('silent')
/** The default connections of PostgreSQL, and the reserved ones. */
const [POSTGRES_MAX, RESERVED] = [100, 3]
/** Connections for a pg_dump, a migration, and a person with psql. */
const TOOLS = 10

async function database(): Promise<FreshDatabase> {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  return fresh
}

function settings(connectionsMax: number): Config & { sessionName: string } {
  const config = { ...loadConfig({}), connectionsMax }
  return { ...config, sessionName: sessionNameOf(config) }
}

/** Opens one session, as a process with these settings does. */
async function startOther({ target }: FreshDatabase, connectionsMax: number): Promise<void> {
  const { sessionName } = settings(connectionsMax)
  const db = connect(target, { connectionsMax: 1, sessionName, onIdleError: () => undefined })
  onTestFinished(() => db.close())
  await db.rows(sql`select 1`)
}

/** Returns how many connections fit into the server. */
async function roomFor({ db }: FreshDatabase): Promise<number> {
  const { rows } = await db.pool.query<{ room: number }>(`
    select current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0) as room`)
  return rows[0]?.room ?? 0
}

function poolSizeFor(count: number): number {
  return count - connectionsNeeded({ connectionsMax: 0, ledgerConnectionsMax: 8 })
}

test('a process that needs more connections than the server has is refused in one line', async () => {
  const fresh = await database()
  const room = await roomFor(fresh)

  await expect(requireRoom(fresh.db, settings(1), log)).resolves.toBeUndefined()
  await expect(requireRoom(fresh.db, settings(poolSizeFor(room) + 1), log)).rejects.toThrow(
    /^DATABASE_URL: [^\n]*TESSERA_DB_CONNECTIONS [^\n]* max_connections to [^\n]*$/,
  )
})

test('the announced connections of another process count, however few it has open', async () => {
  const fresh = await database()
  await startOther(fresh, 12)

  const own = settings(poolSizeFor((await roomFor(fresh)) - 20))
  await expect(requireRoom(fresh.db, own, log)).rejects.toThrow(/ and [1-9]\d* others .* raise /)
})

const others: OpenSessions[] = [
  {
    name: 'tessera api 0123abcd needs 24',
    sessions: 3,
    is_same_role: true,
    is_same_database: true,
  },
  {
    name: 'tessera api 0123abcd needs 24',
    sessions: 2,
    is_same_role: true,
    is_same_database: true,
  },
  {
    name: 'tessera all fedc3210 needs 40',
    sessions: 1,
    is_same_role: true,
    is_same_database: false,
  },
  { name: 'psql', sessions: 2, is_same_role: false, is_same_database: true },
]

test.each([
  ['max_connections', {}, { announced: 64, others: 2 }, undefined],
  ['the role', { role_max: 87 }, { announced: 64, others: 0 }, 'alter the role'],
  ['the database', { database_max: 47 }, { announced: 24, others: 2 }, 'alter the database'],
] as const)(
  'a limit of %s counts the processes that it applies to, each once',
  (_, overrides, sums, remedy) => {
    const limits = { max_connections: 100, reserved: 3, role_max: null, database_max: null }
    const limit = limitsOf({ ...limits, ...overrides }).at(-1) ?? expect.unreachable()
    const own = { connectionsMax: 12, ledgerConnectionsMax: 8 }
    const budget = budgetOf(connectionsNeeded(own), limit, others)

    expect(budget).toMatchObject(sums)
    const flaw = flawOf(budget, own)
    if (remedy === undefined) expect(flaw).toBeUndefined()
    else expect(flaw).toContain(`${remedy} with connection limit ${24 + sums.announced}`)
  },
)

/** Returns the connections that processes with these environments need. */
function neededBy(environments: readonly object[]): number {
  const all = environments.map((one) => connectionsNeeded(loadConfig({ ...one })))
  return all.reduce((sum, needed) => sum + needed, 0)
}

test('the processes of the compose file fit into its PostgreSQL', () => {
  const { services } = readYaml('deploy/docker/compose.yml')
  const all: { image: string; environment?: Record<string, string>; command?: unknown }[] =
    Object.values(services)
  const processes = all.filter((one) => one.environment?.TESSERA_ROLE !== undefined)
  const pools = processes.map(({ environment = {} }) =>
    Object.fromEntries(
      Object.entries(environment).filter(([name]) => name.endsWith('_CONNECTIONS')),
    ),
  )

  expect(processes).toHaveLength(3)
  expect(services.postgres.command).toBeUndefined()
  expect(neededBy(pools) + TOOLS).toBeLessThanOrEqual(POSTGRES_MAX - RESERVED)
})

test('the values of the chart state how many connections its database needs, also during a roll', () => {
  const replicas = ['api', 'worker'].map((role) => {
    const { spec } = renderChart().get(`Deployment/tessera-${role}`)
    return { replicas: spec.replicas, surge: spec.strategy.rollingUpdate.maxSurge }
  })
  const each = connectionsNeeded(loadConfig({}))
  const { replicasMax } = readYaml('deploy/helm/tessera/values.yaml').autoscaling
  const processes = replicas.reduce((sum, one) => sum + one.replicas + one.surge, 0)
  const more = replicasMax - (replicas[0]?.replicas ?? 0)
  const counts = [processes, processes + more].map((count) => count * each + TOOLS + RESERVED)

  const text = readPage('deploy/helm/tessera/values.yaml').replaceAll(/\n# /g, ' ')
  expect(text).toContain(`max_connections of ${counts[0]}, with the autoscaler ${counts[1]}`)
})

test('the bundled PostgreSQL has connections for ten processes, as the documentation says', () => {
  const each = connectionsNeeded(loadConfig({}))
  expect(10 * each + TOOLS + RESERVED).toBeLessThanOrEqual(CONNECTIONS_MAX)
  const page = readPage('docs/operations.md')
  expect(page).toContain(`| 12 + 8 + 1 + 3 = ${each} `)
})
