import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { claimDirectory } from './claim.ts'
import { discardUnfinished, ensureCluster, SUPERUSER } from './cluster.ts'
import { expectCode } from './error-code.ts'
import { endOrphan } from './orphan.ts'
import { launchServer, type Exit, type ServerProcess } from './server-process.ts'
import { serverUserOf } from './server-user.ts'
import { SOCKET_PORT } from './settings.ts'
import { shortPathTo } from './short-path.ts'

export { NoServerHere } from './no-server-here.ts'
export { CONNECTIONS_MAX } from './settings.ts'

export interface BundledServerOptions {
  /** Created, for this user alone, where it is missing. */
  readonly dataDir: string
  readonly log: (message: string) => void
}

/** A running PostgreSQL of this process, on a socket that only its own user and root can reach. */
export interface BundledServer {
  /** The directory of the socket; for a deep one an alias that holds until `stop`. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** Settles when PostgreSQL has ended: after `stop`, or because something ended it. */
  readonly exited: Promise<Exit>
  /** Starts PostgreSQL anew where it has ended by itself: same directory, same address. */
  restart(): Promise<void>
  /** Ends PostgreSQL cleanly and gives the directory back; asked again, it does nothing more. */
  stop(): Promise<void>
}

const DATABASE = 'tessera'
const NO_SUCH_DATABASE = '3D000'

/**
 * Starts the PostgreSQL of a data directory and answers when it takes connections. What is there is
 * recovered: a killed service's server is ended first, a killed server's files are replayed.
 *
 * Refuses with an error of one line, in this order: a directory that another service uses, one of
 * another user, a machine for which there is no binary, files of another PostgreSQL version.
 */
export async function startBundledServer(options: BundledServerOptions): Promise<BundledServer> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const address = shortPathTo(dataDir)
  try {
    const claim = await claimDirectory(dataDir, address.path)
    try {
      let server = await startClaimed(dataDir, address.path, options.log)
      return {
        ...server.target,
        get exited() {
          return server.process.exited
        },
        async restart() {
          await server.process.stop()
          server = await startClaimed(dataDir, address.path, options.log)
        },
        stop: once(async () => {
          await server.process.stop()
          await claim.release()
          address.close()
        }),
      }
    } catch (error) {
      await claim.release()
      throw error
    }
  } catch (error) {
    address.close()
    throw error
  }
}

type Target = Pick<BundledServer, 'host' | 'port' | 'user' | 'database'>

async function startClaimed(
  dataDir: string,
  address: string,
  log: (message: string) => void,
): Promise<{ process: ServerProcess; target: Target }> {
  const dir = join(dataDir, 'postgres')
  await discardUnfinished(dir)
  const runAs = await serverUserOf(dir)
  const cluster = { dir, runAs, binaries: await findBinaries(dataDir, runAs) }
  await ensureCluster(cluster)
  await endOrphan(dir, log)
  const process = await launchServer(cluster, join(dataDir, 'postgres.log'), log)
  const target = {
    host: join(address, 'postgres'),
    port: SOCKET_PORT,
    user: SUPERUSER,
    database: DATABASE,
  }
  try {
    await ensureDatabase(target)
  } catch (error) {
    await process.stop()
    throw error
  }
  return { process, target }
}

async function ensureDatabase(target: Target): Promise<void> {
  try {
    await execute(target, 'select')
  } catch (error) {
    expectCode(error, NO_SUCH_DATABASE)
    await execute({ ...target, database: 'postgres' }, `create database ${DATABASE}`)
  }
}

async function execute(target: Target, statement: string): Promise<void> {
  const client = new Client({ ...target })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
