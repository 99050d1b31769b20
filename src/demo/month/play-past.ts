import { Calendar } from './calendar.ts'
import { MonthClient, type MonthTarget } from './client.ts'
import type { PastClock } from './past-clock.ts'
import { playMonth } from './play.ts'
import { RegularOrders, type RegularPartner } from './regular-orders.ts'
import { type SuppliedMonth, SuppliedOrders } from './supplied-orders.ts'

/** The days by which the clock is behind when a month begins. */
export const MONTH_DAYS = 30
const HOURS = 24
/** The day with which Overview compares the last day. */
const WEEK_DAYS = 7

export interface PastTarget extends MonthTarget {
  readonly clock: PastClock
  /** Called at the beginning of each day, with its number. */
  readonly onDay?: (day: number) => void
}

/**
 * Plays the last 30 days: the month of a distributor, and the orders of the partner of the examples
 * meanwhile. At the end, the clock shows the present, and some tasks are open.
 */
export async function playPast(
  target: PastTarget,
  demo: RegularPartner,
  supplied?: SuppliedMonth,
): Promise<void> {
  const { clock, onDay } = target
  const client = new MonthClient(target)
  const regular = new RegularOrders(client, demo)
  const suppliedOrders = supplied && new SuppliedOrders(client, supplied)
  const calendar = new Calendar(clock, {
    firstDaysAgo: MONTH_DAYS - 1,
    onDay: async (daysAgo) => {
      onDay?.(MONTH_DAYS - daysAgo)
      await Promise.all([regular.ofDay(daysAgo), suppliedOrders?.ofDay(daysAgo)])
      if (daysAgo === WEEK_DAYS + 1) await playHours(WEEK_DAYS)
    },
  })
  const playHours = async (daysAgo: number): Promise<string | undefined> => {
    let delivered: string | undefined
    for (let hoursAgo = HOURS - 1; hoursAgo >= 0; hoursAgo -= 1) {
      clock.moveTo({ days: daysAgo, hours: hoursAgo })
      delivered = (await regular.ofHour({ daysAgo, hoursAgo })) ?? delivered
    }
    return delivered
  }
  await regular.recordCosts()
  await playMonth(target, calendar)
  await calendar.goTo(1)
  const delivered = await playHours(0)
  if (delivered !== undefined) await regular.leaveOpen(delivered)
  await suppliedOrders?.leaveOpen()
  await verifyLedger(client)
}

/** Verifies the ledger, and waits until that is done. */
async function verifyLedger(client: MonthClient): Promise<void> {
  const path = '/ledger/verifications'
  const started = await client.operate('POST', path, { body: {}, step: 'verification' })
  await client.until(`${path}/${started.verificationId}`, ({ state }) => state !== 'RUNNING')
}
