import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { PURPOSES, type Purpose } from './purposes.ts'

/** Blocks other processes that create or rewrap keys, but not readers. */
export function lockKeys(): Statement<never> {
  return sql`lock table vault_keys in share row exclusive mode`
}

/** Blocks processes that rewrap keys, but not those that create keys. */
export function lockForNewKey(): Statement<never> {
  return sql`lock table vault_keys in row exclusive mode`
}

export interface WrappedKeyRow {
  readonly key_id: number
  readonly purpose: Purpose
  readonly master_id: string
  readonly wrapped: Buffer
  readonly check_value: Buffer
}

/** Returns the keys that one of these master keys opens, each once. */
export function selectKeys(
  keyIds: readonly number[],
  masterIds: readonly string[],
): Statement<WrappedKeyRow> {
  return sql`
    select input.key_id, k.purpose, k.check_value, w.master_id, w.wrapped
    from unnest(${keyIds}::integer[]) as input (key_id)
    cross join lateral (
      select purpose, check_value from vault_keys where key_id = input.key_id offset 0) k
    cross join lateral (
      select master_id, wrapped from vault_key_wraps
      where key_id = input.key_id and master_id = any(${masterIds}::text[])
      order by array_position(${masterIds}::text[], master_id) limit 1) w`
}

export function anyKey(): Statement<{ readonly has_keys: boolean }> {
  return sql`select exists (select from vault_keys) as has_keys`
}

export interface ActiveKeyRow {
  readonly key_id: number
  readonly purpose: Purpose
  readonly check_value: Buffer
}

/**
 * Returns the key in use of each purpose, and the keys of download links that were in use after
 * `since`, in the order in which they were made.
 */
export function activeKeys(since: number): Statement<ActiveKeyRow> {
  return sql`
    select key_id, purpose, check_value from (
      select key_id, purpose, check_value, created_at,
             lead(created_at) over (
               partition by purpose order by created_at, key_id) as followed_at
      from vault_keys where not for_lot and purpose = any(${PURPOSES}::text[])) successive
    where followed_at is null or (purpose = 'exports' and followed_at > ${dateAt(since)})
    order by created_at, key_id`
}

/**
 * Returns the master keys in use, by the wraps of the blind index key, which every database has.
 */
export function mastersInUse(): Statement<{ master_id: string }> {
  return sql`
    select master_id from vault_key_wraps
    where key_id = (
      select key_id from vault_keys where purpose = 'blind_index' and not for_lot
      order by created_at, key_id limit 1)`
}

/** Returns the first `limit` keys that none of these master keys opens. */
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
  readonly keyId: number
  readonly checkValue: Buffer
  readonly purpose: Purpose
  readonly isForLot: boolean
  readonly now: number
}

/**
 * Inserts a key. Its instant is later than that of every key of its purpose, even if clocks of
 * processes differ. Returns no row if another key has the id.
 */
export function insertKey(key: NewKeyRow): Statement<{ key_id: number }> {
  return sql`
    insert into vault_keys (key_id, purpose, for_lot, check_value, created_at)
    select ${key.keyId}, ${key.purpose}, ${key.isForLot}, ${key.checkValue},
           greatest(${dateAt(key.now)}, max(before.created_at) + interval '1 millisecond')
    from vault_keys before
    where before.purpose = ${key.purpose} and not before.for_lot
    on conflict do nothing
    returning key_id`
}

export interface CheckedKey {
  readonly keyId: number
  readonly checkValue: Buffer
}

/** Fails the transaction unless the database has each of these keys. */
export function requireKeys(keys: readonly CheckedKey[]): Statement<never> {
  return sql`
    select case when count(*) = ${keys.length} then 1
      else ('data keys are not in the database: only ' || count(*))::integer end as missing
    from ${checkedKeys(keys)} as used
    cross join lateral (
      select from vault_keys k
      where k.key_id = used.key_id and k.check_value = used.check_value
      offset 0) as stored`
}

function checkedKeys(keys: readonly CheckedKey[]): Statement<never> {
  return sql`(
    select * from unnest(
      ${keys.map((key) => key.keyId)}::integer[],
      ${keys.map((key) => key.checkValue)}::bytea[]) as key (key_id, check_value))`
}

export interface WrapRow {
  readonly keyId: number
  readonly masterId: string
  readonly wrapped: Buffer
}

export function insertWraps(wraps: readonly WrapRow[]): Statement<never> {
  return sql`
    insert into vault_key_wraps (key_id, master_id, wrapped)
    select input.key_id, input.master_id, input.wrapped
    from unnest(
      ${wraps.map((wrap) => wrap.keyId)}::integer[],
      ${wraps.map((wrap) => wrap.masterId)}::text[],
      ${wraps.map((wrap) => wrap.wrapped)}::bytea[]
    ) as input (key_id, master_id, wrapped)`
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
             where not later.for_lot and later.purpose = k.purpose
               and (later.created_at, later.key_id) > (k.created_at, k.key_id)
           ) as is_active,
           array(select master_id from vault_key_wraps w
                 where w.key_id = k.key_id order by master_id) as master_ids
    from vault_keys k order by k.created_at desc, k.key_id desc limit ${limit} offset ${offset}`
}

export function countKeys(): Statement<{ total: bigint }> {
  return sql`select count(*) as total from vault_keys`
}
