import { expect } from 'vitest'
import { Http, type Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'

/** A running service as its clients reach it. */
export interface Endpoint {
  readonly http: Http
  /** The address of the pages of links, if a test needs it. */
  readonly pages?: string | undefined
  /** Sends a request of the operator; text is sent as CSV. */
  operate(method: string, target: string, body?: object | string): Promise<Reply>
}

export function openEndpoint(url: string, adminToken: string): Endpoint {
  const http = new Http(url)
  return {
    http,
    operate(method, target, body) {
      const type = typeof body === 'string' ? 'text/csv' : 'application/json'
      return http.send({
        method,
        target,
        headers: {
          authorization: `Bearer ${adminToken}`,
          ...(body !== undefined && { 'content-type': type }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    },
  }
}

/** Verifies the ledger, as the operator does. */
export async function expectLedgerBalanced({ operate }: Endpoint): Promise<void> {
  const verified = await operate('GET', '/admin/v1/ledger/verify')
  expect(dataOf(verified)).toMatchObject({ balanced: true, differences: [] })
}
