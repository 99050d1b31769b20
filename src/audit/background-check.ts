import { MS_PER_HOUR } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import {
  claimCheck,
  lastCheck,
  lastDayWithin,
  setChecked,
  setCompleted,
  setFaulty,
} from './background-check-rows.ts'
import type { ChainFault } from './check-chain.ts'
import { verifyAudit, type ChainReader } from './verify-audit.ts'

const CHECK_MS = MS_PER_HOUR
/** The interval while there is a fault, short so that its end is noticed soon. */
const FAULTY_MS = 300_000
/** About two seconds of work, in pages of 1,000 entries. */
const ENTRIES_PER_CHECK = 100_000
const FIRST_DAY = '0001-01-01'

/**
 * Verifies the next days of the chain: up to 100,000 entries, but at least one day. Starts over
 * after the last day, which it verifies each time. Does nothing if a process did so within the
 * hour. After a fault, these days and the day of the fault are verified again after five minutes.
 *
 * @returns An object with the first fault, if there is one; undefined if nothing was verified.
 */
export async function checkNextDays(
  reader: ChainReader,
  entriesMax = ENTRIES_PER_CHECK,
): Promise<{ readonly fault: ChainFault | undefined } | undefined> {
  const { db, clock } = reader
  const now = clock.now()
  const times = { dueBefore: now - CHECK_MS, faultyBefore: now - FAULTY_MS }
  const claimed = await maybeRow(db, claimCheck(now, times))
  if (!claimed) return undefined
  const from = claimed.from ?? FIRST_DAY
  const row = await maybeRow(db, lastDayWithin(from, entriesMax))
  // If the chain has no days, there may be entries that were never sealed.
  const { day, last } = row ?? { day: from, last: from }
  const next = await verifyAudit(reader, { from, to: day })
  const isLast = day === last
  let { fault } = next
  // The last day is verified again in any case. The faulty day may be an earlier day.
  for (const other of new Set([claimed.faulty ?? last, last])) {
    const isVerified = from <= other && other <= day
    if (!isVerified) fault ??= (await verifyAudit(reader, { from: other, to: other })).fault
  }
  if (fault) await db.rows(setFaulty(fault))
  else await db.rows(isLast ? setCompleted(now) : setChecked(day))
  return { fault }
}

/** The last check by the service itself. Instants are in milliseconds. */
export interface LastAuditCheck {
  readonly checkedAt: number | undefined
  /** When all days were verified for the last time. */
  readonly completedAt: number | undefined
  readonly fault: ChainFault | undefined
}

/** Returns the result of the last check. All members are undefined before the first check. */
export async function readLastCheck(db: Db): Promise<LastAuditCheck> {
  const row = await maybeRow(db, lastCheck())
  return {
    checkedAt: row?.checked_at.getTime(),
    completedAt: row?.completed_at?.getTime(),
    fault: row?.fault ?? undefined,
  }
}
