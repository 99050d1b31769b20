import { randomBytes } from 'node:crypto'
import { readdir, rename, unlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { codeOf } from '../faults.ts'
import { rethrowUnless } from './error-code.ts'

/** The right to run a server in one data directory. The system releases it if we die. */
export interface Claim {
  release(): Promise<void>
}

interface Post {
  readonly name: string
  /** From now on, tells other services that this one runs here. */
  confirm(): void
  close(): Promise<void>
}

const POST_NAME = /^service-(\d+)-[0-9a-f]{16}\.sock$/
const RUNNING = 'running'
/**
 * A rival that does not respond within this time counts as alive but stuck: it keeps the directory.
 */
const RESPONSE_MS_MAX = 5_000

/**
 * Claims the directory for this process, or throws with one line that names directory and holder.
 * `address` is a path to it that is short enough for sockets.
 *
 * Each service listens on its own socket in the directory and connects to those of all others. The
 * socket of a dead service refuses connections, even if another process has its process id now.
 * Names are never reused, so a dead socket can be removed at any time. If two services start
 * together, the one with the greater name yields, and the other one waits until it has.
 */
export async function claimDirectory(dir: string, address: string): Promise<Claim> {
  const post = await openPost(dir, address)
  try {
    await yieldToRivals(dir, address, post.name)
  } catch (error) {
    await post.close()
    throw error
  }
  post.confirm()
  return { release: () => post.close() }
}

async function yieldToRivals(dir: string, address: string, ownName: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const pid = POST_NAME.exec(name)?.[1]
    if (pid === undefined || name === ownName) continue
    if (await isKeptByRival(`${address}/${name}`, name < ownName)) {
      throw new Error(`${dir} is already in use by another Tessera (pid ${pid})`)
    }
  }
}

/**
 * Listens first, and then publishes the name. So a visible socket that refuses connections is dead.
 */
async function openPost(dir: string, address: string): Promise<Post> {
  const name = `service-${process.pid}-${randomBytes(8).toString('hex')}.sock`
  const waitingRivals = new Set<Socket>()
  let isConfirmed = false
  const server = createServer((rival) => {
    rival.unref().on('error', () => {})
    rival.once('close', () => waitingRivals.delete(rival))
    if (isConfirmed) rival.end(RUNNING)
    else waitingRivals.add(rival)
  })
  await listen(server, `${address}/.${name}`)
  server.unref()
  await rename(join(dir, `.${name}`), join(dir, name)).catch((error: unknown) => {
    server.close()
    throw error
  })
  return {
    name,
    confirm() {
      isConfirmed = true
      for (const rival of waitingRivals) rival.end(RUNNING)
      waitingRivals.clear()
    },
    async close() {
      server.close()
      for (const rival of waitingRivals) rival.destroy()
      await removeSocket(join(dir, name))
    },
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // An ordinary user who owns the directory must reach root's socket too.
    server.listen({ path, readableAll: true, writableAll: true }, resolve)
  })
}

type RivalState = 'holds' | 'yields' | 'gone' | 'dead'

/**
 * Returns true if another live service keeps the directory: one with precedence, or one that
 * responds that its server runs. Any other service is about to yield.
 */
async function isKeptByRival(path: string, hasPrecedence: boolean): Promise<boolean> {
  const state = await stateOf(path, hasPrecedence)
  if (state === 'dead') await removeSocket(path)
  return state === 'holds'
}

function stateOf(path: string, hasPrecedence: boolean): Promise<RivalState> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const settle = (state: RivalState) => {
      socket.destroy()
      resolve(state)
    }
    socket.setTimeout(RESPONSE_MS_MAX, () => settle('holds'))
    socket.once('connect', () => hasPrecedence && settle('holds'))
    socket.once('data', () => settle('holds'))
    socket.once('error', (error) => settle(stateBehind(error)))
    socket.once('close', () => settle('yields'))
  })
}

/** Any error but that of a dead or removed socket, such as a full queue, means alive. */
function stateBehind(error: Error): RivalState {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return 'dead'
  if (code === 'ENOENT') return 'gone'
  return code === 'ECONNRESET' ? 'yields' : 'holds'
}

async function removeSocket(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => rethrowUnless(error, 'ENOENT'))
}
