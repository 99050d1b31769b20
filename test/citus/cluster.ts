import { randomBytes } from 'node:crypto'
import { CitusServer } from './server.ts'

const RANDOM_BYTES = 4

/** A server of a cluster. */
export interface Member {
  readonly server: CitusServer
  /** Where the other servers reach it. */
  readonly host: string
  readonly port: number
}

/** A database of a test, on each server of a cluster. */
export interface CitusDatabase {
  readonly name: string
  /** On the coordinator. */
  readonly url: string
}

/** A coordinator and workers, on which tests make databases of their own. */
export class CitusCluster {
  readonly members: readonly Member[]
  readonly coordinator: CitusServer
  /** The prefix of the names of all databases of one run. */
  readonly run: string

  constructor(coordinator: Member, workers: readonly Member[], run = newRun()) {
    this.coordinator = coordinator.server
    this.members = [coordinator, ...workers]
    this.run = run
  }

  /** Makes an empty database that can be distributed. */
  async newDatabase(): Promise<CitusDatabase> {
    const database = await this.newPlainDatabase()
    const [coordinator, ...workers] = this.members
    for (const { server } of this.members) await server.ask(database.name, 'create extension citus')
    await this.coordinator.ask(database.name, `select citus_set_coordinator_host($1, $2)`, [
      coordinator?.host,
      coordinator?.port,
    ])
    for (const { host, port } of workers) {
      await this.coordinator.ask(database.name, `select citus_add_node($1, $2)`, [host, port])
    }
    return database
  }

  /** Makes an empty database without the extension. */
  newPlainDatabase(): Promise<CitusDatabase> {
    return this.#make((name) => `create database ${name}`)
  }

  /** Copies a database, with the placement of its tables. */
  async clone({ name: from }: CitusDatabase): Promise<CitusDatabase> {
    return this.#make((name) => `create database ${name} template ${from} strategy file_copy`)
  }

  /** Refuses all connections to a database, also those of Citus: only then it can be cloned. */
  async close({ name }: CitusDatabase): Promise<void> {
    for (const { server } of this.members) {
      await server.ask('postgres', `alter database ${name} allow_connections false`)
      await server.ask(
        'postgres',
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1`,
        [name],
      )
    }
  }

  async drop({ name }: Pick<CitusDatabase, 'name'>): Promise<void> {
    for (const { server } of this.members) {
      await server.ask('postgres', `drop database if exists ${name} with (force)`)
    }
  }

  /** Drops the databases of the run that are left. */
  async stop(): Promise<void> {
    const { rows } = await this.coordinator.ask(
      'postgres',
      'select datname as name from pg_database where starts_with(datname, $1)',
      [this.run],
    )
    for (const database of rows as { name: string }[]) await this.drop(database)
  }

  async #make(statement: (name: string) => string): Promise<CitusDatabase> {
    const name = `${this.run}_${randomBytes(RANDOM_BYTES).toString('hex')}`
    for (const { server } of this.members) await server.ask('postgres', statement(name))
    return { name, url: this.coordinator.urlOf(name) }
  }
}

function newRun(): string {
  return `tessera_test_${randomBytes(RANDOM_BYTES).toString('hex')}`
}

/**
 * Returns the cluster with the database of a URL at its coordinator, whose workers are known to
 * that database. The user of the URL must be able to make databases on each server.
 */
export async function clusterOf(url: string): Promise<CitusCluster> {
  const { hostname, port, pathname } = new URL(url)
  const coordinator = new CitusServer(url)
  const { rows } = await coordinator.ask(
    decodeURIComponent(pathname.slice(1)),
    `select groupid = 0 as "isCoordinator", nodename as host, nodeport as port
     from pg_dist_node where noderole = 'primary' and isactive`,
  )
  const nodes = rows as { isCoordinator: boolean; host: string; port: number }[]
  const own = nodes.find(({ isCoordinator }) => isCoordinator)
  const address = { host: own?.host ?? hostname, port: own?.port ?? Number(port || '5432') }
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator)
  return new CitusCluster(
    { server: coordinator, ...address },
    workers.map((node) => ({ server: coordinator.at(node.host, node.port), ...node })),
  )
}
