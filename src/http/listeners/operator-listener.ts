import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../settings/mod.ts'
import { notFound } from '../../core/mod.ts'
import { acceptsHtml } from '../accepts-html.ts'
import { addressesOf } from './listen.ts'
import { pathOf } from '../request-target.ts'

const OF_OPERATORS = /^\/(admin|console|metrics)(\/|$)/
const OF_BOTH = /^\/(health|auth|web)\//
const HOST_FALLBACK = '127.0.0.1'
const PORT_FALLBACK = 8081

type OperatorAddress = Pick<Config, 'adminHost' | 'adminPort'>

/** True if the settings name an address for operators that partners do not have. */
export function hasOperatorAddress({ adminHost, adminPort }: OperatorAddress): boolean {
  return adminHost !== undefined || adminPort !== undefined
}

/**
 * A separate address for operator paths and metrics, if the settings name one. Each address
 * responds with 404 to paths of the other; both serve health checks, sign-in and the files of the
 * web application. A browser at the root of the operators' address is sent to the console.
 * Connections are handed to the one server, with its limits and its drain.
 */
export class OperatorListener {
  readonly #app: FastifyInstance
  readonly #host: string | undefined
  readonly #port: number | undefined
  readonly #sockets = new WeakSet<Duplex>()
  readonly #servers: Server[] = []

  constructor(app: FastifyInstance, { adminHost, adminPort }: OperatorAddress) {
    this.#app = app
    this.#host = adminHost
    this.#port = adminPort
    if (!this.#isSeparate()) return
    app.addHook('onRequest', ({ raw, url, headers }, reply, done) => {
      const path = pathOf(url)
      if (OF_BOTH.test(path)) return done()
      const isOperators = OF_OPERATORS.test(path)
      const isOperatorSocket = this.#sockets.has(raw.socket)
      if (isOperators === isOperatorSocket) return done()
      if (path === '/' && isOperatorSocket && acceptsHtml(headers.accept)) {
        return reply.redirect('/console')
      }
      return done(notFound('path'))
    })
  }

  /** The base URL, while it listens. */
  get url(): string | undefined {
    const address = this.#servers[0]?.address()
    if (address === undefined || address === null || typeof address === 'string') return undefined
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return `http://${host}:${address.port}`
  }

  /** Listens, if the settings name an address. Throws if the address is not available. */
  async open(): Promise<void> {
    if (!this.#isSeparate()) return
    const [first, ...others] = await addressesOf(this.#host ?? HOST_FALLBACK)
    assert(first !== undefined, 'a host resolves to at least one address')
    await this.#listen(first, this.#port ?? PORT_FALLBACK)
    const bound = Number(new URL(this.url ?? '').port)
    for (const other of others) await this.#listen(other, bound)
  }

  close(): void {
    for (const server of this.#servers) server.close()
  }

  #isSeparate(): boolean {
    return hasOperatorAddress({ adminHost: this.#host, adminPort: this.#port })
  }

  async #listen(host: string, port: number): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#sockets.add(socket)
      this.#app.server.emit('connection', socket)
    })
    server.listen({ host, port })
    await once(server, 'listening')
    this.#servers.push(server)
  }
}
