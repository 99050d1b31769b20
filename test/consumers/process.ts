import type { Clock } from '../../src/core/mod.ts'
import { oneRow, sql, type Database } from '../../src/db/mod.ts'
import { createLedger, type GroupStats, type Ledger } from '../../src/ledger/mod.ts'
import { connectLossily, type LossyProxy } from '../ledger/lossy-proxy.ts'
import type { Fixture } from './fixture.ts'

/** A further process on the database of the fixture. */
export interface Process {
  readonly db: Database
  readonly ledger: Ledger
  /** The statistics that its ledger reported of its groups. */
  readonly groups: GroupStats[]
}

export interface ProcessOptions {
  /** The most accounts that it caches, of all books together. */
  readonly accountsMax?: number
  readonly clock?: Clock
}

export function aProcess(
  fixture: Fixture,
  db = fixture.connectAgain(),
  { accountsMax = 1_000, clock = fixture.clock }: ProcessOptions = {},
): Process {
  const groups: GroupStats[] = []
  const onGroup = (stats: GroupStats): void => void groups.push(stats)
  const cacheLimits = { perBookMax: accountsMax, inAllMax: accountsMax }
  const options = { db, clock, followers: [], cacheLimits, onGroup }
  return { db, groups, ledger: createLedger(options) }
}

/** A process whose connections can be made to break. */
export async function throughProxy(fixture: Fixture): Promise<Process & { proxy: LossyProxy }> {
  const { database } = await oneRow(
    fixture.db,
    sql<{ database: string }>`select current_database() as database`,
  )
  const { proxy, db } = await connectLossily(database, 2)
  return { proxy, ...aProcess(fixture, db) }
}

/** The texts of the statements that a pool gets from now on. */
export function statementsOf(db: Database): string[] {
  const texts: string[] = []
  const clients = new Set<unknown>()
  db.pool.on('acquire', (client) => {
    if (clients.has(client)) return
    clients.add(client)
    const send = client.query.bind(client) as (...sent: unknown[]) => unknown
    const spied = (...sent: unknown[]): unknown => {
      const [first] = sent
      texts.push(typeof first === 'string' ? first : (first as { text: string }).text)
      return send(...sent)
    }
    client.query = spied as typeof client.query
  })
  return texts
}
