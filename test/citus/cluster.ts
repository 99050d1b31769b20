import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { appendFile, chown, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { PROGRAM_ENVIRONMENT, type ServerUser } from '../../src/db/bundled/run-program.ts'
import { serverUserOf } from '../../src/db/bundled/server-user.ts'
import { endChild } from '../support/end-child.ts'
import { eventually } from '../support/eventually.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { AnswerProxy } from './answer-proxy.ts'

const USER = 'tessera'

function said(option: string): string {
  return execFileSync('pg_config', [option], { encoding: 'utf8' }).trim()
}

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
citus.recover_2pc_interval = 2s
max_connections = 300
max_prepared_transactions = 600
wal_level = logical
jit = off
`

/** A server with the extension on a directory of its own. */
export class CitusNode {
  readonly port: number
  readonly #dir: string
  readonly #runAs: ServerUser | undefined
  #child: ChildProcess | undefined

  private constructor(dir: string, port: number, runAs: ServerUser | undefined) {
    this.#dir = dir
    this.port = port
    this.#runAs = runAs
  }

  static async create(home: string, name: string): Promise<CitusNode> {
    const dir = join(home, name)
    const runAs = await serverUserOf(dir, () => undefined)
    await mkdir(dir)
    if (runAs) await chown(dir, runAs.uid, runAs.gid)
    const node = new CitusNode(dir, await freePort(), runAs)
    const args = ['-D', dir, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    execFileSync(join(said('--bindir'), 'initdb'), args, node.#options)
    await appendFile(join(dir, 'postgresql.conf'), `${SETTINGS}port = ${node.port}\n`)
    await node.start()
    return node
  }

  async start(): Promise<void> {
    const output = await open(`${this.#dir}.log`, 'a')
    this.#child = spawn(join(said('--bindir'), 'postgres'), ['-D', this.#dir], {
      ...this.#options,
      stdio: ['ignore', output.fd, output.fd],
    })
    await output.close()
    await eventually(() => this.ask('postgres', 'select'))
  }

  /** Ends every process of the server at once, as `kill -9` does. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined) return
    const exited = endChild(child, 'SIGSTOP').catch(() => undefined)
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)])
    for (const pid of listed.toString().trim().split(/\s+/)) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    child.kill('SIGKILL')
    await exited
  }

  async ask(database: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: USER, database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }

  get #options() {
    return { cwd: '/', env: PROGRAM_ENVIRONMENT, stdio: 'ignore' as const, ...this.#runAs }
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

/** A coordinator and workers on this machine, each behind a proxy that loses responses. */
export class CitusCluster {
  readonly #home: string
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
  readonly ways: readonly AnswerProxy[]

  private constructor(
    home: string,
    nodes: { coordinator: CitusNode; workers: CitusNode[]; ways: AnswerProxy[] },
  ) {
    this.#home = home
    this.coordinator = nodes.coordinator
    this.workers = nodes.workers
    this.ways = nodes.ways
  }

  static async start(): Promise<CitusCluster> {
    const home = await mkdtemp(join(quickDirectory(), 'tessera-citus-'))
    execFileSync('chmod', ['711', home])
    const coordinator = await CitusNode.create(home, 'coordinator')
    const workers = [
      await CitusNode.create(home, 'worker-1'),
      await CitusNode.create(home, 'worker-2'),
    ]
    const ways: AnswerProxy[] = []
    for (const worker of workers) ways.push(await AnswerProxy.open(worker.port))
    return new CitusCluster(home, { coordinator, workers, ways })
  }

  /** Makes an empty database on every node, and returns the URL of the coordinator's. */
  async newDatabase(name: string): Promise<string> {
    for (const node of [this.coordinator, ...this.workers]) {
      await node.ask('postgres', `create database ${name}`)
      await node.ask(name, 'create extension citus')
    }
    const { port } = this.coordinator
    await this.coordinator.ask(name, `select citus_set_coordinator_host('127.0.0.1', ${port})`)
    for (const way of this.ways) {
      await this.coordinator.ask(name, `select citus_add_node('127.0.0.1', ${way.port})`)
    }
    return `postgres://${USER}@127.0.0.1:${port}/${name}`
  }

  async stop(): Promise<void> {
    for (const way of this.ways) await way.close()
    for (const node of [this.coordinator, ...this.workers]) await node.kill()
    await rm(this.#home, { recursive: true, force: true })
  }
}
