import { sql, type Statement, type UpstreamsRow } from '../db/mod.ts'

export type FormerAccountRow = Pick<
  UpstreamsRow,
  | 'upstream_id'
  | 'name'
  | 'base_url'
  | 'client_id'
  | 'sealed'
  | 'currency'
  | 'low_float_minor'
  | 'active'
>

/**
 * The previous version polls an account some time after its `asked_at`. With this value, it never
 * does.
 */
const LAST_POLL = sql.raw(`timestamptz '9999-01-01 00:00Z'`)

/** Returns the accounts that are not taken over yet. */
export function formerAccounts(): Statement<FormerAccountRow> {
  return sql`
    select upstream_id, name, base_url, client_id, sealed, currency, low_float_minor, active
    from upstreams where account_id is null order by upstream_id`
}

export function lockFormerAccounts(): Statement<FormerAccountRow> {
  return sql`${formerAccounts()} for update`
}

export function markTakenOver(upstreamId: number, accountId: number): Statement<never> {
  return sql`update upstreams set account_id = ${accountId} where upstream_id = ${upstreamId}`
}

/** Returns the former accounts that are taken over, each with the id of its new account. */
export function accountsTakenOver(): Statement<{
  upstream_id: number
  name: string
  account_id: number
}> {
  return sql`
    select upstream_id, name, account_id from upstreams
    where account_id is not null order by upstream_id`
}

/**
 * Keeps processes of the previous version from polling the floats of accounts that are taken over.
 * Such a poll would raise again the alerts that the take-over resolves.
 */
export function endPolls(): Statement<never> {
  return sql`
    update upstreams set asked_at = ${LAST_POLL}
    where account_id is not null and asked_at is distinct from ${LAST_POLL}`
}
