import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/db/mod.ts'
import { ADMIN_TOKEN } from '../faults/service-process.ts'
import { Http, signedClient, type Json, type Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'

/** The operator of a service that runs in its own process and buys at another service. */
export interface BuyersOperator {
  get(path: string): Promise<Json>
  /** Creates a partner with 100 US dollars; returns its credentials. */
  newPartner(): Promise<Json>
  register(name: string, account: Json): Promise<void>
  /** Creates a product of 10 US dollars, bought at these accounts in this order; returns its id. */
  resell(from: readonly object[]): Promise<number>
}

export function operatorOn(url: string): BuyersOperator {
  const send = async (method: string, path: string, body?: object): Promise<Json> => {
    const http = new Http(url)
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
    const target = `/admin/v1${path}`
    try {
      const sent = body && { body: JSON.stringify(body) }
      return dataOf(await http.send({ method, target, headers, ...sent }))
    } finally {
      http.close()
    }
  }
  return {
    get: (path) => send('GET', path),
    async newPartner() {
      const { partnerId } = await send('POST', '/partners', { name: 'Acme' })
      const deposit = { currency: 'USD', amount: 100, reference: 'all' }
      await send('POST', `/partners/${partnerId}/deposits`, deposit)
      return send('POST', `/partners/${partnerId}/credentials`, {})
    },
    async register(name, account) {
      await send('POST', '/suppliers', { adapter: 'tessera', name, ...account })
    },
    async resell(from) {
      const money = { currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
      const suppliers = from.map((settings) => ({ supplier: 'tessera', settings }))
      return (await send('POST', '/products', { brand: 'Northwind', ...money, suppliers }))
        .productId
    },
  }
}

/** Connects to the database of the service that has this data directory. */
export function databaseIn(dataDir: string): Database {
  const role = { user: 'tessera', database: 'tessera' }
  const target = { host: join(dataDir, 'postgres'), port: 5432, ...role }
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(() => db.close())
  return db
}

/** Calls the service as the partner, and returns the data of the response: a success. */
export async function asPartner(
  url: string,
  credentials: Json,
  call: (partner: ReturnType<typeof signedClient>) => Promise<Reply>,
): Promise<Json> {
  const http = new Http(url)
  try {
    return dataOf(await call(signedClient(http, credentials)))
  } finally {
    http.close()
  }
}
