import { parseOrderId } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { timeOf } from './request-id.ts'
import type { LoggedRequest } from './request.ts'

/** A stored request, with the partner of its credential if that exists. */
export interface StoredRequest extends LoggedRequest {
  readonly atMs: number
  readonly partnerId: number | undefined
  /** The address of the user who sent it. */
  readonly user: string | undefined
}

export async function withSenders(
  db: Db,
  requests: readonly LoggedRequest[],
): Promise<StoredRequest[]> {
  const clientIds = distinct(requests.map(({ clientId }) => clientId))
  const userIds = distinct(requests.map(({ userId }) => userId))
  const credentials = clientIds.length > 0 ? await db.rows(partnersOf(clientIds)) : []
  const users = userIds.length > 0 ? await db.rows(emailsOf(userIds)) : []
  const partnerIds = new Map(credentials.map((row) => [row.client_id, row.partner_id]))
  const emails = new Map(users.map((row) => [row.user_id, row.email]))
  return requests.map((request) => {
    const { requestId, clientId = '', userId = 0, orderId = '' } = request
    return {
      ...request,
      atMs: timeOf(requestId),
      partnerId: partnerIds.get(clientId) ?? parseOrderId(orderId)?.partnerId,
      user: emails.get(userId),
    }
  })
}

function distinct<Id>(ids: readonly (Id | undefined)[]): Id[] {
  return [...new Set(ids)].filter((id) => id !== undefined)
}

function partnersOf(
  clientIds: readonly string[],
): Statement<{ client_id: string; partner_id: number }> {
  return sql`
    select client_id, partner_id from credentials where client_id = any(${clientIds}::uuid[])`
}

function emailsOf(userIds: readonly number[]): Statement<{ user_id: number; email: string }> {
  return sql`select user_id, email from users where user_id = any(${userIds}::integer[])`
}
