import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type OperatorWritesRow, type Statement } from '../db/mod.ts'
import type { Actor } from './actor.ts'

/** A request of the operator that has an Idempotency-Key. */
export interface OperatorWrite {
  /** Derived from the key and its sender, so nobody else can have the same. */
  readonly key: string
  /**
   * The key as earlier versions stored it: the same for all actors, so its row also names the
   * actor.
   */
  readonly sharedKey: string
  readonly actor: Pick<Actor, 'kind' | 'id'>
  /** Random for each request, to distinguish requests with the same key. */
  readonly attempt: string
  /** The method, and the path with its query. */
  readonly request: string
  /** Equal for equal bodies. */
  readonly fingerprint: Buffer
}

/** Fails if another request has the key. The same request may claim it again. */
export function claimKey(write: OperatorWrite, target: string, at: number): Statement<never> {
  return sql`
    insert into operator_writes (idempotency_key, attempt, request, fingerprint, target, made_at)
    select ${write.key}::uuid, ${write.attempt}::uuid, ${write.request}::text,
           ${write.fingerprint}::bytea, ${target}::text, ${dateAt(at)}::timestamptz
    where not exists (
      select from operator_writes
      where idempotency_key = ${write.key} and attempt = ${write.attempt})`
}

/** True if `claimKey` failed because another request has the key. */
export function isKeyTaken(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'operator_writes_pkey'
  )
}

/** Changes nothing if another request has the key. */
export function storeResponse(write: OperatorWrite, sealed: Buffer, at: number): Statement<never> {
  const inserted = insertRow<OperatorWritesRow>('operator_writes', {
    idempotency_key: write.key,
    attempt: write.attempt,
    request: write.request,
    fingerprint: write.fingerprint,
    made_at: dateAt(at),
    response: sealed,
  })
  return sql`
    ${inserted}
    on conflict (idempotency_key) do update set response = excluded.response
    where operator_writes.attempt = excluded.attempt`
}

/**
 * Returns the write of an actor. A row of an earlier version belongs to the actor of the audit
 * entry that claimed its key: the entry with the same target and instant.
 */
export function writeByKey(write: OperatorWrite): Statement<OperatorWritesRow> {
  const { key, sharedKey, actor } = write
  return sql`
    select idempotency_key, attempt, request, fingerprint, target, made_at, response
    from operator_writes as earlier
    where idempotency_key = ${key} or (idempotency_key = ${sharedKey} and exists (
      select from audit_entries as entry
      where entry.target = earlier.target and entry.occurred_at = earlier.made_at
        and entry.actor_kind = ${actor.kind}
        and entry.actor_id is not distinct from ${actor.id ?? null}))
    order by idempotency_key = ${key} desc
    limit 1`
}
