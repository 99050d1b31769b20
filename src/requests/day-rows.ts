import { MS_PER_DAY, isoTime } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

const DATE_LENGTH = 'YYYY-MM-DD'.length
const DIGITS_LENGTH = 'YYYYMMDD'.length
/** The tables of the log: blocks, and single rows of an earlier version. */
const [BLOCKS, SINGLE] = ['request_blocks', 'requests'] as const

/** Locks, so that only one process at a time adds or drops days. */
export function lockDays(): Statement<unknown> {
  return sql`select pg_advisory_xact_lock(hashtext('days of requests'))`
}

/** Adds the partition of the day that begins at `dayMs`, unless it exists. */
export function addDay(dayMs: number): Statement<never> {
  return sql`
    create table if not exists ${dayTable(BLOCKS, dayMs)} partition of request_blocks
    for values from (${literal(dayMs)}) to (${literal(dayMs + MS_PER_DAY)})`
}

export function dropDay(dayMs: number): Statement<never> {
  return sql`drop table if exists ${dayTable(BLOCKS, dayMs)}, ${dayTable(SINGLE, dayMs)}`
}

/** Returns the names of all partitions. */
export function dayNames(): Statement<{ name: string }> {
  return sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('request_blocks'::regclass, 'requests'::regclass)`
}

/** Returns the first instant of the day whose partition has this name. */
export function dayOf(name: string): number {
  const digits = name.slice(-DIGITS_LENGTH)
  return Date.parse(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00Z`)
}

function dayTable(table: string, dayMs: number): Statement<never> {
  return sql.quoted(`${table}_${dateOf(dayMs).replaceAll('-', '')}`)
}

/** DDL takes no parameters. */
function literal(dayMs: number): Statement<never> {
  return sql.raw(`'${dateOf(dayMs)}T00:00:00Z'`)
}

function dateOf(ms: number): string {
  return isoTime(ms).slice(0, DATE_LENGTH)
}
