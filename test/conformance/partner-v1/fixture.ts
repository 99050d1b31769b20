import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '../../../src/settings/config.ts'
import { Http, signedClient } from '../../support/client.ts'
import type { Json, Reply, SignedClient } from '../../support/client.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import { expectedError, expectErrorHeaders } from '../v2/fixture.ts'

export const CUSTOMERS = '/api/partner/v1/customer'

export function walletsOf(customerId: number | string): string {
  return `${CUSTOMERS}/${customerId}/wallets`
}

export function transactionsOf(walletId: number | string): string {
  return `/api/partner/v1/wallets/${walletId}/transactions`
}

/** Returns the request for a consumer without funds; `input` replaces any of its fields. */
export function aCustomer(input: Json = {}): Json {
  return {
    fullName: 'Ann Lee',
    email: `${randomUUID()}@example.com`,
    currency: 'USD',
    initialFunds: 0,
    ...input,
  }
}

export async function newCustomer(partner: SignedClient, input: Json = {}): Promise<Json> {
  return dataOf(await partner.post(CUSTOMERS, aCustomer(input)))
}

export function aCredit(input: Json = {}): Json {
  return { amount: 1, transactionType: 'CREDIT', referenceId: randomUUID(), ...input }
}

export function aDebit(input: Json = {}): Json {
  return aCredit({ transactionType: 'DEBIT', ...input })
}

/** Returns the content of a list that has one page. */
export async function contentOf(partner: SignedClient, target: string): Promise<Json[]> {
  const reply = await partner.get(target)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body.content
}

/** Returns the balances of a consumer's wallets, in the order of their ids. */
export async function balancesOf(partner: SignedClient, customerId: number): Promise<number[]> {
  const wallets = await contentOf(partner, walletsOf(customerId))
  return wallets.map(({ balance }) => balance)
}

/**
 * Expects exactly this error of the family: envelope, code, and one detail for each of these fields
 * in this order. Without fields there are no details.
 */
export function expectError(
  reply: Reply,
  status: number,
  code: string,
  fields: readonly string[] = [],
): void {
  const error = expectedError(status, code, fields)
  expect({ status: reply.status, body: reply.body }).toEqual({
    status,
    body: { success: false, error },
  })
  expectErrorHeaders(reply)
}

/** Returns the number of responses with each status. */
export function tally(replies: readonly Pick<Reply, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Returns a client of the first partner at another process on the same database. */
export async function onAnotherProcess(
  { another, partner, services }: RunningService,
  settings: Partial<Config> = {},
): Promise<SignedClient> {
  const { url } = await another(settings)
  const http = new Http(url)
  onTestFinished(() => http.close())
  return signedClient(http, partner.credentials, () => services.clock.now())
}

/** Sends each request to one of the clients in turn, all at once. */
export function race(
  clients: readonly SignedClient[],
  requests: readonly { readonly target: string; readonly body: object }[],
): Promise<Reply[]> {
  return Promise.all(
    requests.map(({ target, body }, at) => {
      const client = clients[at % clients.length]
      if (!client) throw new Error('a race needs a client')
      return client.post(target, body)
    }),
  )
}

export function times<T>(count: number, create: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => create(at))
}

/**
 * Opens a campaign of a partner, in US dollars without budget or end; `input` replaces any of its
 * fields.
 */
export async function openCampaign(
  { admin }: RunningService,
  partnerId: number,
  input: Json = {},
): Promise<Json> {
  const campaign = { name: 'Spring', currency: 'USD', ...input }
  return dataOf(await admin.post(`/admin/v1/partners/${partnerId}/campaigns`, campaign))
}

export async function openCampaignWallet(
  { admin }: RunningService,
  partnerId: number,
  { campaignId, consumerId }: { campaignId: string; consumerId: number },
): Promise<Json> {
  const path = `/admin/v1/partners/${partnerId}/campaigns/${campaignId}/wallets`
  return dataOf(await admin.post(path, { consumerId }))
}

export function setWalletStatus(
  { admin }: RunningService,
  partnerId: number,
  { walletId, status }: { walletId: string; status: string },
): Promise<Reply> {
  const path = `/admin/v1/partners/${partnerId}/wallets/${walletId}/status`
  return admin.post(path, { status, reason: 'asked by the consumer' })
}
