import { callbackify } from 'node:util'
import pg from 'pg'

/**
 * Connections that pools have closed, each with its configuration, for later pools with the same
 * one. The server process of a new connection would read the definitions of all tables first, and
 * plan every statement.
 */
const connections = new Map<pg.Client, string>()
const resets = new Set<Promise<void>>()

/** Resets what a session keeps, other than its prepared statements. */
const RESET = `
  unlisten *; close all; reset all; discard temp; discard sequences;
  select pg_advisory_unlock_all()`

/** From now on, this process keeps the connections of all pools to this server. */
export function keepConnections(host: string): void {
  const { Pool } = pg
  pg.Pool = class extends Pool {
    constructor(config: pg.PoolConfig) {
      super(config.host === host ? { ...config, Client: clientMaker(config) } : config)
    }
  }
}

/** Returns the process ids of the kept connections to a database, once all are reset. */
export async function keptBackends(database: string): Promise<number[]> {
  await Promise.all(resets)
  return keptOf(database).map((client) => client.processID)
}

/** For use after a change of the database's settings, which only new sessions see. */
export async function endKeptConnections(database: string): Promise<void> {
  await Promise.all(resets)
  for (const client of keptOf(database)) {
    connections.delete(client)
    client.connection.stream.destroy()
  }
}

function keptOf(database: string): (pg.Client & { processID: number })[] {
  const clients = [...connections.keys()] as (pg.Client & { processID: number })[]
  return clients.filter((client) => client.database === database)
}

/** Returns a constructor for a pool, which gives a kept connection if there is one. */
function clientMaker(config: pg.PoolConfig): new () => pg.ClientBase {
  const { max: _, connectionTimeoutMillis: __, idleTimeoutMillis: ___, ...session } = config
  const key = JSON.stringify(session)
  function Client(): pg.Client {
    return takeKept(key) ?? open(config, key)
  }
  return Client as unknown as new () => pg.ClientBase
}

function takeKept(key: string): pg.Client | undefined {
  const client = [...connections.keys()].findLast((one) => connections.get(one) === key)
  if (client) connections.delete(client)
  return client
}

/** Returns a client that a pool can connect again after its end. */
function open(config: pg.PoolConfig, key: string): pg.Client {
  const client = new pg.Client(config)
  const connect = client.connect.bind(client) as () => Promise<unknown>
  const end: () => Promise<void> = client.end.bind(client)
  let isConnected = false
  const connectOnce = async (): Promise<void> => {
    if (!isConnected) await connect()
    isConnected = true
  }
  const keepOrEnd = (): Promise<void> => {
    // A test may have put a query of its own in place.
    if (!isConnected || Object.hasOwn(client, 'query')) return end()
    const reset = keepReset(client, key).catch(end)
    resets.add(reset)
    return reset.finally(() => resets.delete(reset))
  }
  // A pool calls `connect` and `end` with callbacks.
  return Object.assign(client, { connect: callbackify(connectOnce), end: callbackify(keepOrEnd) })
}

async function keepReset(client: pg.Client, key: string): Promise<void> {
  await client.query(RESET)
  if (client.getTransactionStatus() !== 'I') throw new Error('the session is in a transaction')
  // The pool forgets the client here.
  client.emit('end')
  client.removeAllListeners()
  client.on('error', () => undefined)
  client.once('end', () => connections.delete(client))
  connections.set(client, key)
}
