import type { Clock } from '../core/mod.ts'
import { maybeRow, oneRow, type Db } from '../db/mod.ts'
import { SealBroken, type Vault } from '../vault/mod.ts'
import type { ChainKey } from './chain-key.ts'
import { headName, parseHeadName, recordText, type ChainDay, type ChainLink } from './chain.ts'
import { daysBetween, linksOf, sealedPage, strayLink } from './chain-rows.ts'
import { dayOf, linkOf } from './chain-shape.ts'
import { checkChain, type ChainFault } from './check-chain.ts'
import { loadChainKey } from './signing-key.ts'

/** Links that are read at once. */
const PAGE = 1_000
/** Entries that one statement looks up, in well below a second. */
const ENTRIES_PAGE = 50_000
/** The service numbers entries from 1. A forged entry may have any number. */
const FIRST_ID = -(2n ** 63n)
/** Entries are sealed within seconds. */
const WAITING_MS_MAX = 600_000

export interface ChainReader {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
}

/** UTC days, both included, such as 2026-01-31. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export interface AuditVerification {
  readonly days: number
  readonly entries: number
  readonly late: number
  /** The first fault. Undefined: nothing was changed. */
  readonly fault: ChainFault | undefined
  /** The head of the last of these days, to be kept outside of the database. */
  readonly head: string | undefined
}

/**
 * Verifies that no entry of these days was changed, removed, added or moved since it was sealed.
 * Also verifies that no entry of any day is missing in the chain, and that the chain contains
 * `keptHead`, a head that was stored elsewhere.
 */
export async function verifyAudit(
  reader: ChainReader,
  range: DayRange,
  keptHead?: string,
): Promise<AuditVerification> {
  const { db, clock } = reader
  const { key, days, before, hasLast } = await readDays(reader, range)
  const last = days.at(-1)
  const head = last && headName(last)
  if (!key) {
    const fault = days.length > 0 || before ? noKey() : await unsealedFault(db, clock)
    return { days: 0, entries: 0, late: 0, fault, head }
  }
  const checked = await checkChain({
    key,
    before,
    days,
    hasLast,
    linksOf: (day) => readLinks(db, day),
  })
  const fault = checked.fault ?? (await strayFault(db)) ?? (await unsealedFault(db, clock))
  return { ...checked, days: days.length, head, fault: fault ?? (await lostFault(db, keptHead)) }
}

/** Yields the sealed entries of these days as lines of JSON, and after each day its signed head. */
export async function* exportAudit(reader: ChainReader, range: DayRange): AsyncGenerator<string> {
  const { key, days } = await readDays(reader, range)
  for (const day of days) {
    for await (const page of readLinks(reader.db, day)) {
      yield page.map((link) => `${lineOf(link)}\n`).join('')
    }
    const { entries, sealedAt, isClosed, head, signature } = day
    const signed = { entries, sealedAt, isClosed, hash: head.toString('hex') }
    const proof = { signature: signature.toString('base64'), publicKey: key?.publicKey }
    yield `${JSON.stringify({ head: { day: day.day, ...signed, ...proof } })}\n`
  }
}

function lineOf(link: ChainLink): string {
  const hash = link.hash.toString('hex')
  if (!link.entry) return JSON.stringify({ hash, day: link.day, place: link.place, removed: true })
  return `{"hash":"${hash}",${recordText(link, link.entry).slice(1)}`
}

interface ReadDays {
  readonly key: ChainKey | undefined
  readonly before: ChainDay | undefined
  readonly days: readonly ChainDay[]
  /** True if these include the last day of all. */
  readonly hasLast: boolean
}

async function readDays(reader: ChainReader, { from, to }: DayRange): Promise<ReadDays> {
  const { db } = reader
  const rows = await db.rows(daysBetween(from, to))
  const read = rows.map(dayOf)
  const key = await loadChainKey(reader).catch((error: unknown) => {
    if (error instanceof SealBroken) return undefined
    throw error
  })
  const before = read.find(({ day }) => day < from)
  const days = read.filter(({ day }) => day >= from)
  return { key, before, days, hasLast: rows.at(-1)?.is_last === true }
}

async function* readLinks(db: Db, { day, entries: to }: ChainDay) {
  for (let after = 0; after < to;) {
    const rows = await db.rows(linksOf(day, { after, to, limit: PAGE }))
    if (rows.length > 0) yield rows.map(linkOf)
    if (rows.length < PAGE) return
    after = Number(rows.at(-1)?.place)
  }
}

function noKey(): ChainFault {
  return { message: 'the key that signed the chain is gone, or was replaced' }
}

async function strayFault(db: Db): Promise<ChainFault | undefined> {
  const row = await maybeRow(db, strayLink())
  if (!row) return undefined
  const place = { day: row.day, place: Number(row.place), auditId: Number(row.audit_id) }
  return { ...place, message: 'the link was added behind the signed head of its day' }
}

async function unsealedFault(db: Db, clock: Clock): Promise<ChainFault | undefined> {
  const before = clock.now() - WAITING_MS_MAX
  const message = 'the entry was added without being sealed, or nothing seals entries'
  for (let from = FIRST_ID; ;) {
    const { last, unsealed: id } = await oneRow(
      db,
      sealedPage({ from, limit: ENTRIES_PAGE, before }),
    )
    if (id !== null) return { auditId: Number(id), message }
    if (last === null) return undefined
    from = last + 1n
  }
}

async function lostFault(db: Db, keptHead: string | undefined): Promise<ChainFault | undefined> {
  const head = keptHead === undefined ? undefined : parseHeadName(keptHead)
  if (!head) return undefined
  const { day, entries: place, head: hash } = head
  const message = 'the chain has no such head: entries were lost, or all of it was replaced'
  if (place === 0) {
    const [found] = await db.rows(daysBetween(day, day))
    return found ? undefined : { day, place, message }
  }
  const [row] = await db.rows(linksOf(day, { after: place - 1, to: place, limit: 1 }))
  return row?.hash.equals(hash) === true ? undefined : { day, place, message }
}
