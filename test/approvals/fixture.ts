import { randomUUID } from 'node:crypto'
import { requestApproval } from '../../src/approvals/mod.ts'
import type { Config } from '../../src/settings/config.ts'
import { APPROVAL_KINDS } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { Http } from '../support/client.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { signedIn, type Browser, type SignedInAs } from '../support/signed-in.ts'

/** A process that asks for approvals, on the database of a service that does not. */
export interface GatedService {
  readonly url: string
  readonly http: Http
  signedIn(as?: SignedInAs): Promise<Browser>
}

/** Starts a process that asks for approvals; it ends with the service. */
export async function gatedProcess(
  service: RunningService,
  settings: Partial<Config> = {},
): Promise<GatedService> {
  const { url } = await service.another({ approvalKinds: APPROVAL_KINDS, ...settings })
  const http = new Http(url)
  return { url, http, signedIn: (as) => signedIn({ ...service, http }, as) }
}

/** Approves a request in the state in which the user reads it now. */
export async function approveAs(user: Browser, approvalId: number) {
  const path = `/admin/v1/approvals/${approvalId}`
  const { seen } = dataOf(await user.get(path))
  return await user.post(`${path}/approve`, { seen })
}

/** Requests a deposit of 10 dollars with the operator token; returns the id of its approval. */
export async function aWaitingDeposit(
  { services }: Pick<RunningService, 'services'>,
  partnerId: number,
): Promise<number> {
  const path = `/admin/v1/partners/${partnerId}/deposits`
  const input = {
    kind: 'deposits',
    permission: 'funds:write',
    route: 'POST /admin/v1/partners/{partnerId}/deposits',
    request: `POST ${path}`,
    partnerId,
    requester: { kind: 'environment_token', name: 'operator', address: '127.0.0.1' },
    reason: undefined,
    before: { currency: 'USD', funds: '0.00' },
    after: { currency: 'USD', funds: '10.00', amount: '10.00' },
    stored: {
      params: { partnerId: String(partnerId) },
      query: {},
      body: { currency: 'USD', amount: 10, reference: randomUUID() },
    },
    approvalHours: 72,
  } as const
  const { approvalId } = await transact(services.db, (tx) => requestApproval(tx, services, input))
  return approvalId
}
