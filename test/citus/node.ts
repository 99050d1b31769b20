import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { appendFile, chown, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { PROGRAM_ENVIRONMENT, type ServerUser } from '../../src/db/bundled/run-program.ts'
import { serverUserOf } from '../../src/db/bundled/server-user.ts'
import { endChild } from '../support/end-child.ts'
import { freePort } from '../support/free-port.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { CitusServer } from './server.ts'

const USER = 'tessera'
const START_POLL_MS = 50
const POLLS_MAX = 1_200

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
# One for each database.
max_worker_processes = 100
wal_level = logical
jit = off
`

/** A server with the extension on this machine, in a directory of its own. */
export class CitusNode {
  readonly port: number
  readonly server: CitusServer
  readonly #dir: string
  readonly #runAs: ServerUser | undefined
  #child: ChildProcess | undefined

  private constructor(dir: string, port: number, runAs: ServerUser | undefined) {
    this.#dir = dir
    this.port = port
    this.server = new CitusServer(`postgres://${USER}@127.0.0.1:${port}/postgres`)
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

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<void> {
    const output = await open(`${this.#dir}.log`, 'a')
    this.#child = spawn(join(said('--bindir'), 'postgres'), ['-D', this.#dir], {
      ...this.#options,
      stdio: ['ignore', output.fd, output.fd],
    })
    await output.close()
    await untilUp(this.server)
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
        // The process had ended before.
      }
    }
    child.kill('SIGKILL')
    await exited
  }

  get #options() {
    return { cwd: '/', env: PROGRAM_ENVIRONMENT, stdio: 'ignore' as const, ...this.#runAs }
  }
}

/** Waits without vitest, because it also runs outside of tests. */
async function untilUp(server: CitusServer): Promise<void> {
  for (let left = POLLS_MAX; ; left -= 1) {
    try {
      await server.ask('postgres', 'select')
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(START_POLL_MS)
    }
  }
}
