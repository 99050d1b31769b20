import { connect, createServer, type Socket } from 'node:net'
import type { ConnectionTarget } from '../../src/db/mod.ts'
import { Random } from '../faults/chaos-random.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * The fate of the bytes between a process and PostgreSQL:
 *   pass           they pass
 *   slow           each piece arrives some milliseconds later, those of a connection in order
 *   cut            every connection breaks, and each one that is tried
 *   lose commits   some COMMITs arrive and are done, and their connections break instead of the
 *                  responses: not all, because a service that asks for the outcome of one
 *                  sends another
 */
export type DatabaseTrouble = 'pass' | 'slow' | 'cut' | 'lose commits'

/** The proxy of one process to its database. */
export interface DatabaseProxy {
  readonly url: string
  /** The number of lost responses to COMMIT. */
  readonly lostCommits: number
  /** Returns a function that ends the trouble, unless another one has replaced it. */
  trouble(next: DatabaseTrouble, random?: Random): () => void
  close(): Promise<void>
}

/** Application name of the processes' sessions: the test's own sessions are not ended. */
export const SESSIONS = 'simulated'
const SLOW_MS = 8
/** The percentage of COMMITs whose response is lost. */
const LOST_PERCENT = 40
/** The tag of CommandComplete after a transaction was committed. */
const COMMITTED = Buffer.from('COMMIT\0')
/** How ReadyForQuery begins, and its length. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const READY_BYTES = READY.length + 1

/** Opens a proxy to the server of `target`. */
export async function openDatabaseProxy(
  target: ConnectionTarget,
  time: VirtualTime,
): Promise<DatabaseProxy> {
  if (!('host' in target)) throw new Error('the proxy leads to a server of its own')
  const { host, port: serverPort } = target
  const address = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${serverPort}` }
    : { host, port: serverPort }
  const clients = new Set<Socket>()
  let current: DatabaseTrouble = 'pass'
  let lostCommits = 0
  let troubles = 0
  let draws = new Random(0)
  const proxy = createServer({ noDelay: true }, (client) => {
    if (current === 'cut') {
      client.destroy()
      return
    }
    clients.add(client)
    const server = connect(address)
    relay(client, server, () => {
      time.setUnderWay(client, true)
      return false
    })
    relay(server, client, (piece) => {
      time.setUnderWay(client, !piece.subarray(-READY_BYTES).includes(READY))
      const isLost =
        current === 'lose commits' && piece.includes(COMMITTED) && draws.chance(LOST_PERCENT)
      if (isLost) lostCommits += 1
      return isLost
    })
    client.on('close', () => {
      clients.delete(client)
      time.setUnderWay(client, false)
    })
  })
  const relay = (from: Socket, to: Socket, isLost: (piece: Buffer) => boolean): void => {
    let last = Promise.resolve()
    let waiting = 0
    const pass = (piece: Buffer): void => {
      if (!isLost(piece)) to.write(piece)
      else from.destroy()
    }
    from.on('data', (piece: Buffer) => {
      if (current !== 'slow' && waiting === 0) return pass(piece)
      // Later chunks wait for those that are still on their way.
      waiting += 1
      const before = last
      const passLate = async (): Promise<void> => {
        await before
        await pause(current === 'slow' ? SLOW_MS : 0)
        waiting -= 1
        pass(piece)
      }
      last = passLate()
    })
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
  }
  const port = await new Promise<number>((resolve) => {
    proxy.listen(0, '127.0.0.1', () => {
      const own = proxy.address()
      resolve(typeof own === 'object' && own ? own.port : 0)
    })
  })
  const breakAll = (): void => clients.forEach((client) => client.destroy())
  const { user, database } = target
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}?application_name=${SESSIONS}`,
    get lostCommits() {
      return lostCommits
    },
    trouble(next, random = new Random(0)) {
      current = next
      draws = random
      const own = (troubles += 1)
      if (next === 'cut') breakAll()
      return () => {
        if (own === troubles) current = 'pass'
      }
    },
    async close() {
      breakAll()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
