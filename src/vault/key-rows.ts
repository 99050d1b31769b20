import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { PURPOSES, type Purpose } from './purposes.ts'

/** Readers may go on reading; whoever would make keys, or wrap them anew, waits. */
export function lockKeys(): Statement<never> {
  return sql`lock table vault_keys in share row exclusive mode`
}

/** Waits for who wraps keys anew, and holds the next one off; keys are made side by side. */
export function lockForNewKey(): Statement<never> {
  return sql`lock table vault_keys in row exclusive mode`
}

export interface WrappedKeyRow {
  readonly key_id: number
  readonly purpose: Purpose
  readonly master_id: string
  readonly wrapped: Buffer
}

/** Those of these keys that one of these master keys opens, each once: by the first that does. */
export function selectKeys(
  keyIds: readonly number[],
  masterIds: readonly string[],
): Statement<WrappedKeyRow> {
  return sql`
    select asked.key_id, k.purpose, w.master_id, w.wrapped
    from unnest(${keyIds}::integer[]) as asked (key_id)
    cross join lateral (
      select purpose from vault_keys where key_id = asked.key_id offset 0) k
    cross join lateral (
      select master_id, wrapped from vault_key_wraps
      where key_id = asked.key_id and master_id = any(${masterIds}::text[])
      order by array_position(${masterIds}::text[], master_id) limit 1) w`
}

export interface KeyInTurnRow {
  readonly key_id: number
  readonly purpose: Purpose
}

/**
 * The key in use of each purpose, and those that download links may still be signed with: theirs
 * that were followed after `since`. In the order in which they were made.
 */
export function keysInTurn(since: number): Statement<KeyInTurnRow> {
  return sql`
    select key_id, purpose from (
      select key_id, purpose,
             lead(created_at) over (partition by purpose order by key_id) as followed_at
      from vault_keys where not for_lot and purpose = any(${PURPOSES}::text[])) in_turn
    where followed_at is null or (purpose = 'exports' and followed_at > ${dateAt(since)})
    order by key_id`
}

/** Every master key in use wraps the first key there is. */
export function mastersInUse(): Statement<{ master_id: string }> {
  return sql`
    select master_id from vault_key_wraps
    where key_id = (select min(key_id) from vault_keys)`
}

/** Wraps of a release that did not name the master key. */
export function unnamedWraps(): Statement<WrappedKeyRow> {
  return sql`
    select w.key_id, k.purpose, w.master_id, w.wrapped
    from vault_key_wraps w join vault_keys k on k.key_id = w.key_id
    where w.master_id = ''
    order by w.key_id`
}

export function nameWrap(keyId: number, masterId: string): Statement<never> {
  return sql`
    update vault_key_wraps set master_id = ${masterId}
    where key_id = ${keyId} and master_id = ''`
}

/** The first `limit` keys that none of these master keys opens. */
export function keysNotWrappedBy(
  masterIds: readonly string[],
  limit: number,
): Statement<{ key_id: number }> {
  return sql`
    select key_id from vault_keys k
    where not exists (
      select from vault_key_wraps w
      where w.key_id = k.key_id and w.master_id = any(${masterIds}::text[])
      offset 0)
    order by key_id limit ${limit}`
}

export interface NewKeyRow {
  readonly purpose: Purpose
  readonly forLot: boolean
  readonly now: number
}

export function insertKey({ purpose, forLot, now }: NewKeyRow): Statement<{ key_id: number }> {
  return sql`
    insert into vault_keys (purpose, for_lot, created_at)
    values (${purpose}, ${forLot}, ${dateAt(now)})
    returning key_id`
}

export interface WrapRow {
  readonly keyId: number
  readonly masterId: string
  readonly wrapped: Buffer
}

export function insertWraps(wraps: readonly WrapRow[]): Statement<never> {
  return sql`
    insert into vault_key_wraps (key_id, master_id, wrapped)
    select made.key_id, made.master_id, made.wrapped
    from unnest(
      ${wraps.map((wrap) => wrap.keyId)}::integer[],
      ${wraps.map((wrap) => wrap.masterId)}::text[],
      ${wraps.map((wrap) => wrap.wrapped)}::bytea[]
    ) as made (key_id, master_id, wrapped)`
}

export function deleteWraps(masterId: string): Statement<{ key_id: number }> {
  return sql`delete from vault_key_wraps where master_id = ${masterId} returning key_id`
}

export interface MasterRow {
  readonly master_id: string
  readonly wraps: bigint
}

export function countWraps(): Statement<MasterRow> {
  return sql`
    select master_id, count(*) as wraps from vault_key_wraps
    group by master_id order by master_id`
}

export interface ListedKeyRow {
  readonly key_id: number
  readonly purpose: Purpose
  readonly for_lot: boolean
  readonly is_active: boolean
  readonly created_at: Date
  readonly master_ids: readonly string[]
}

/** Newest first. */
export function pageOfKeys(limit: number, offset: number): Statement<ListedKeyRow> {
  return sql`
    select k.key_id, k.purpose, k.for_lot, k.created_at,
           not k.for_lot and not exists (
             select from vault_keys later
             where not later.for_lot and later.purpose = k.purpose and later.key_id > k.key_id
           ) as is_active,
           array(select master_id from vault_key_wraps w
                 where w.key_id = k.key_id order by master_id) as master_ids
    from vault_keys k order by k.key_id desc limit ${limit} offset ${offset}`
}

export function countKeys(): Statement<{ total: bigint }> {
  return sql`select count(*) as total from vault_keys`
}
