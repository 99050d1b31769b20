import { expect } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import type { Partner, RunningService } from '../../support/service.ts'
import { newCustomer } from './fixture.ts'

export const TRANSACTIONS = '/api/partner/v1/wallets/transactions/bulk'

export interface PartnerWithWallet {
  readonly partner: Partner
  readonly walletId: string
}

/** Creates a partner with these dollars, and a consumer with a wallet. */
export async function newWallet(
  service: RunningService,
  usd = '100.00',
): Promise<PartnerWithWallet> {
  const partner = await service.newPartner({ USD: usd })
  const { walletId } = await newCustomer(partner)
  return { partner, walletId }
}

export function rowsOf(walletId: string, rows: readonly Json[]): Json[] {
  return rows.map((row) => ({ walletId, ...row }))
}

/** Sends these rows. `options` may make the request atomic. */
export function send(
  partner: Partner,
  transactions: readonly Json[],
  options: Json = {},
): Promise<Reply> {
  return partner.post(TRANSACTIONS, { transactions, ...options })
}

export async function resultsOf(partner: Partner, transactions: readonly Json[]): Promise<Json[]> {
  const reply = await send(partner, transactions)
  expect(reply).toMatchObject({ status: 200, body: { success: true } })
  return reply.body.data.results
}

/** Expects that all rows are refused, and that these fields are named in this order. */
export function expectFaults(
  reply: Reply,
  status: number,
  code: string,
  fieldNames: readonly string[],
): void {
  const { success, error } = reply.body
  const fields = error.details.map(({ field }: Json) => field)
  expect([reply.status, success, error.code, fields]).toEqual([status, false, code, fieldNames])
}

/** Returns the bodies of the results as text: a JSON parser would hide how an amount is written. */
export function bodiesOf(reply: Reply): string[] {
  const [, inner = ''] =
    /^\{"success":true,"data":\{"results":\[(.*)\]\}\}$/s.exec(reply.text) ?? []
  return inner
    .split(/(?<=\}),(?=\{"status":\d{3},"body":)/)
    .map((one) => one.replace(/^\{"status":\d{3},"body":/, '').slice(0, -1))
}
