import { dateAt } from '../core/mod.ts'
import {
  bytea,
  integer,
  list,
  insertRow,
  sql,
  table,
  timestamptz,
  type LedgerCheckpointsRow,
  type LedgerVerificationsRow,
  type Statement,
} from '../db/mod.ts'
import type { Difference, VerifyProgress } from './verify-options.ts'

export type VerificationRow = LedgerVerificationsRow

const COLUMNS = sql.raw(
  `verification_id, actor, from_checkpoint, state, started_at, lease_until, finished_at, phase,
   partners_checked, partners_total, accounts, transfers, differences`,
)

export interface NewVerification {
  readonly verificationId: string
  readonly actor: string
  readonly fromCheckpoint: boolean
}

/** Interrupts the verification whose process has died: its lease was not renewed. */
export function interruptExpired(nowMs: number): Statement<never> {
  return sql`
    update ledger_verifications set state = 'INTERRUPTED', finished_at = lease_until
    where state = 'RUNNING' and lease_until < ${dateAt(nowMs)}`
}

/** Inserts a running verification. Returns no row if another one is running. */
export function insertVerification(
  { verificationId, actor, fromCheckpoint }: NewVerification,
  { nowMs, leaseUntilMs }: { nowMs: number; leaseUntilMs: number },
): Statement<VerificationRow> {
  const inserted = insertRow<LedgerVerificationsRow>('ledger_verifications', {
    verification_id: verificationId,
    actor,
    from_checkpoint: fromCheckpoint,
    state: 'RUNNING',
    started_at: dateAt(nowMs),
    lease_until: dateAt(leaseUntilMs),
  })
  return sql`
    ${inserted}
    on conflict (state) where state = 'RUNNING' do nothing
    returning ${COLUMNS}`
}

export function runningVerification(): Statement<VerificationRow> {
  return sql`select ${COLUMNS} from ledger_verifications where state = 'RUNNING'`
}

/** Renews the lease; returns no row if the verification was interrupted meanwhile. */
export function renewVerification(
  verificationId: string,
  { phase, partners, partnersTotal, accounts, transfers }: VerifyProgress,
  leaseUntilMs: number,
): Statement<{ verification_id: string }> {
  return sql`
    update ledger_verifications
    set lease_until = ${dateAt(leaseUntilMs)}, phase = ${phase}, partners_checked = ${partners},
        partners_total = ${partnersTotal}, accounts = ${accounts}, transfers = ${transfers}
    where verification_id = ${verificationId} and state = 'RUNNING'
    returning verification_id`
}

/** Ends a verification: DONE if `differences` is given (even if empty), otherwise INTERRUPTED. */
export function endVerification(
  verificationId: string,
  differences: readonly Difference[] | undefined,
  nowMs: number,
): Statement<never> {
  const json = differences === undefined ? null : JSON.stringify(differences)
  return sql`
    update ledger_verifications
    set state = case when ${json}::text is null then 'INTERRUPTED' else 'DONE' end,
        differences = ${json}::jsonb, finished_at = ${dateAt(nowMs)}
    where verification_id = ${verificationId} and state = 'RUNNING'`
}

export function verificationById(verificationId: string): Statement<VerificationRow> {
  return sql`
    select ${COLUMNS} from ledger_verifications where verification_id = ${verificationId}`
}

/** Returns a page of verifications, newest first, and the number of all. */
export const listVerifications = list({
  from: 'ledger_verifications',
  columns: COLUMNS,
  order: 'started_at desc, verification_id desc',
  sorts: { startedAt: ['started_at', 'verification_id'] },
  to: (row: VerificationRow) => row,
})

export function sealedCheckpoints(
  partnerIds: readonly number[],
): Statement<{ partner_id: number; sealed: Buffer }> {
  return sql`
    select partner_id, sealed from ledger_checkpoints
    where partner_id = any(${partnerIds}::integer[])`
}

export interface SealedCheckpoint {
  readonly partnerId: number
  readonly sealed: Buffer
}

const CHECKPOINTS = table<LedgerCheckpointsRow, SealedCheckpoint, number>(
  'ledger_checkpoints',
  { partner_id: integer(({ partnerId }) => partnerId), sealed: bytea(({ sealed }) => sealed) },
  { verified_at: timestamptz((nowMs) => dateAt(nowMs)) },
)

const ON_CONFLICT = sql<never>`
  on conflict (partner_id) do update set ${CHECKPOINTS.excluded('verified_at', 'sealed')}`

export function saveCheckpoints(
  checkpoints: readonly SealedCheckpoint[],
  nowMs: number,
): Statement<never> {
  return sql`${CHECKPOINTS.insert(checkpoints, nowMs)} ${ON_CONFLICT}`
}
