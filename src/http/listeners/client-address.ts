import { isIP, SocketAddress } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { withoutMapping, type Networks } from '../../core/mod.ts'

const FORWARDED_FOR = 'x-forwarded-for'
/** The framework would read them too, and none of our code does. */
const UNREAD = ['x-forwarded-host', 'x-forwarded-proto']

/**
 * Lets `request.ip` be the address of the client behind trusted proxies, for an app that trusts
 * every proxy. Removes the entries of untrusted proxies before the framework reads them. Does
 * nothing without trusted proxies.
 */
export function readForwardedFor(app: FastifyInstance, trusted: Networks | undefined): void {
  if (!trusted) return
  app.server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    for (const name of UNREAD) delete headers[name]
    const { remoteAddress } = socket
    const forwarded = headers[FORWARDED_FOR]
    delete headers[FORWARDED_FOR]
    if (remoteAddress === undefined || typeof forwarded !== 'string') return
    headers[FORWARDED_FOR] = clientBehind(trusted, remoteAddress, forwarded)
  })
}

/**
 * Returns the address of the client: the last one that a trusted proxy has written. Each proxy
 * appends the address that called it, so the list is read from its end, up to the first address
 * that is not trusted. If an entry is not an address, the result is the proxy that wrote it.
 */
export function clientBehind(trusted: Networks, peer: string, forwarded: string): string {
  let client = peer
  for (const entry of forwarded.split(',').toReversed()) {
    const next = addressOf(entry.trim())
    if (!trusted.has(client) || next === undefined) break
    client = next
  }
  return client
}

/** Returns an address as the system spells it, or undefined if the text is none. */
function addressOf(text: string): string | undefined {
  const version = isIP(text)
  if (version === 0 || text.includes('%')) return undefined
  const family = version === 6 ? 'ipv6' : 'ipv4'
  return withoutMapping(new SocketAddress({ address: text, family }).address)
}
