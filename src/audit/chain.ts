import { hash } from 'node:crypto'
import type { ChainKey } from './chain-key.ts'

/** The head that the chain of the first day continues. */
export const GENESIS = Buffer.alloc(32)

/**
 * An entry exactly as its row has it: times with microseconds, `before` and `after` as PostgreSQL
 * prints jsonb.
 */
export interface EntryFields {
  readonly at: string
  readonly actorKind: string
  readonly actorId: string | null
  readonly actor: string
  readonly address: string | null
  readonly partnerId: number | null
  readonly action: string
  readonly target: string
  readonly reason: string | null
  readonly before: string | null
  readonly after: string | null
  readonly approvalId: number | null
  readonly approverId: string | null
  readonly approver: string | null
}

/** The place of an entry in the chain of a UTC day. */
export interface ChainPlace {
  readonly day: string
  /** 1, 2, 3 and so on in each day. */
  readonly place: number
  readonly auditId: number
  readonly sealedAt: string
}

export interface ChainLink extends ChainPlace {
  readonly hash: Buffer
  readonly mac: Buffer
  /** Undefined if the entry is gone. */
  readonly entry: EntryFields | undefined
}

/** The state of the chain of a UTC day, which is signed. */
export interface ChainHead {
  readonly day: string
  /** The place of the last entry. */
  readonly entries: number
  /** The hash of the last entry; without entries, that of the day before. */
  readonly head: Buffer
  readonly sealedAt: string
  readonly isClosed: boolean
}

export interface ChainDay extends ChainHead {
  readonly signature: Buffer
}

/**
 * Returns the line of JSON that the hash of an entry covers. `before` and `after` stand in it as
 * the database writes them, because a number may lose digits on its way through this process.
 */
export function recordText({ day, place, sealedAt, auditId }: ChainPlace, entry: EntryFields) {
  const { at, actorKind, actorId, actor, address, partnerId, ...rest } = entry
  const { action, target, reason, before, after, approvalId, approverId, approver } = rest
  const who = { at, actorKind, actorId, actor, address, partnerId }
  const approval = { approvalId, approverId, approver }
  const fields = { day, place, sealedAt, auditId, ...who, action, target, reason, ...approval }
  const present = Object.entries(fields).filter(([, value]) => value !== null)
  const states = [before !== null && `"before":${before}`, after !== null && `"after":${after}`]
  const text = JSON.stringify(Object.fromEntries(present)).slice(0, -1)
  return `${[text, ...states.filter((one) => one !== false)].join(',')}}`
}

/** Returns the hash of an entry, over the hash before it and its line. */
export function hashAfter(previous: Buffer, record: string): Buffer {
  return hash('sha256', Buffer.concat([previous, Buffer.from(record, 'utf8')]), 'buffer')
}

/** Returns the text that is signed. */
export function headText({ day, entries, head, sealedAt, isClosed }: ChainHead): string {
  const state = isClosed ? 'closed' : 'open'
  return ['tessera audit', day, entries, head.toString('hex'), sealedAt, state].join('\n')
}

/** Returns a head as people write it down. */
export function headName({ day, entries, head }: Omit<ChainHead, 'sealedAt' | 'isClosed'>): string {
  return `${day}:${entries}:${head.toString('hex')}`
}

const HEAD_NAME = /^(\d{4}-\d{2}-\d{2}):(\d{1,15}):([0-9a-f]{64})$/

/** Parses a text that `headName` has written; returns undefined for any other. */
export function parseHeadName(text: string) {
  const [, day, entries, head] = HEAD_NAME.exec(text) ?? []
  if (day === undefined || entries === undefined || head === undefined) return undefined
  return { day, entries: Number(entries), head: Buffer.from(head, 'hex') }
}

export interface NewRecord {
  readonly auditId: number
  readonly entry: EntryFields
}

/** Returns the links of entries that follow a head, and the head after them. */
export function continueChain(
  before: ChainHead,
  { key, sealedAt }: { readonly key: ChainKey; readonly sealedAt: string },
  records: readonly NewRecord[],
): { readonly head: ChainDay; readonly links: readonly ChainLink[] } {
  let { head, entries } = before
  const links = records.map(({ auditId, entry }): ChainLink => {
    entries += 1
    const place = { day: before.day, place: entries, auditId, sealedAt }
    head = hashAfter(head, recordText(place, entry))
    return { ...place, hash: head, mac: key.mac(head), entry }
  })
  return { head: signHead(key, { ...before, entries, head, sealedAt }), links }
}

export function signHead(key: ChainKey, head: ChainHead): ChainDay {
  return { ...head, signature: key.sign(headText(head)) }
}
