import { dateAt } from '../core/mod.ts'
import {
  bigint,
  integer,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type CardAuthorizationsRow,
  type Statement,
} from '../db/mod.ts'
import type { Authorization } from './authorization.ts'

const AUTHORIZATIONS = table<CardAuthorizationsRow, Authorization>('card_authorizations', {
  authorization_id: uuid((one) => one.authorizationId),
  merchant_id: integer((one) => one.merchantId),
  blind: uuid((one) => one.blind),
  authorized_minor: bigint((one) => one.authorizedMinor),
  captured_minor: bigint((one) => one.capturedMinor),
  refunded_minor: bigint((one) => one.refundedMinor),
  status: text((one) => one.status),
  capture_id: uuid((one) => one.captureId ?? null),
  created_at: timestamptz((one) => dateAt(one.createdMs)),
  expires_at: timestamptz((one) => dateAt(one.expiresMs)),
})

const ON_CONFLICT = sql<never>`
  on conflict (authorization_id) do update
  set ${AUTHORIZATIONS.excluded('captured_minor', 'refunded_minor', 'status', 'capture_id')}`

/** Inserts an authorization, or updates its state. Its card is locked. */
export function writeAuthorization(authorization: Authorization): Statement<never> {
  return sql`${AUTHORIZATIONS.insert([authorization])} ${ON_CONFLICT}`
}

export function authorizationOf(
  merchantId: number,
  authorizationId: string,
): Statement<CardAuthorizationsRow> {
  return sql`
    select ${AUTHORIZATIONS.names} from card_authorizations
    where authorization_id = ${authorizationId} and merchant_id = ${merchantId}`
}

export function authorizationOfCapture(
  merchantId: number,
  captureId: string,
): Statement<CardAuthorizationsRow> {
  return sql`
    select ${AUTHORIZATIONS.names} from card_authorizations
    where capture_id = ${captureId} and merchant_id = ${merchantId}`
}

/** Returns authorizations that have ended, the oldest first. */
export function authorizationsPast(nowMs: number, limit: number): Statement<CardAuthorizationsRow> {
  return sql`
    select ${AUTHORIZATIONS.names} from card_authorizations
    where status = 'AUTHORIZED' and expires_at <= ${dateAt(nowMs)}
    order by expires_at limit ${limit}`
}
