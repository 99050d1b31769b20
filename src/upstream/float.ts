import { raiseAlert, resolveAlert } from '../alerts/mod.ts'
import { findStoredCurrency, isFault, parseAmount, wireAmount } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Db, type Tx } from '../db/mod.ts'
import { readUpstreams, type Upstream } from './account-rows.ts'
import { UpstreamError } from './client.ts'
import type { Connection } from './connections.ts'
import {
  countWaiting,
  markAnswered,
  markFault,
  type SeenFloat,
  selectFloats,
  upsertFloats,
} from './float-rows.ts'
import type { TheirBalances } from './wire.ts'

export interface FloatContext {
  readonly db: Database
  readonly now: number
  /** How long an upstream may fail to respond before it counts as silent. */
  readonly silentAfterMs: number
}

/** An account with our floats there. */
export interface UpstreamView extends Upstream {
  readonly floats: readonly (SeenFloat & { readonly seenAt: number })[]
}

/** Returns all accounts, oldest first. */
export async function listUpstreams(db: Db): Promise<UpstreamView[]> {
  const [upstreams, floats] = await Promise.all([readUpstreams(db), db.rows(selectFloats())])
  return upstreams.map((upstream) => ({
    ...upstream,
    floats: floats
      .filter((row) => row.upstream_id === upstream.upstreamId)
      .map((row) => ({
        currency: row.currency,
        fundsMinor: row.funds_minor,
        seenAt: row.seen_at.getTime(),
      })),
  }))
}

/** Returns our float at each upstream, in the currency that its orders are paid in. */
export async function readFloats(db: Db): Promise<Map<string, number>> {
  const upstreams = await listUpstreams(db)
  return new Map(
    upstreams.flatMap(({ name, currency, floats }) => {
      const seen = floats.find((float) => float.currency === currency.code)
      return seen ? [[name, wireAmount(seen.fundsMinor, currency)] as const] : []
    }),
  )
}

/**
 * Polls the float at an upstream, stores it, and raises or resolves the alerts that depend on it.
 * Returns whether the float has grown, or was read for the first time.
 */
export async function pollFloat(
  { db, now, silentAfterMs }: FloatContext,
  { upstream, client }: Connection,
): Promise<boolean> {
  const subject = subjectOf(upstream)
  try {
    const funds = seenFloats(await client.readBalances())
    return await transact(db, (tx) => storeFloats(tx, { upstream, funds, now }))
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const lastHeard = upstream.answeredAt ?? upstream.createdAt
    const isSilent = error.kind === 'denied' || now - lastHeard > silentAfterMs
    const message = `the supplier ${upstream.name} does not respond: ${error.message}`
    await transact(db, async (tx) => {
      // Stores nothing if the account was switched off meanwhile, as `storeFloats` does.
      if (!(await maybeRow(tx, markFault(upstream.upstreamId, error.message, now)))) return
      const alert = { kind: 'upstream_silent', severity: 'critical', subject, message } as const
      if (isSilent) raiseAlert(tx, { ...alert, at: now })
    })
    return false
  }
}

interface FloatReading {
  readonly upstream: Upstream
  readonly funds: readonly SeenFloat[]
  readonly now: number
}

async function storeFloats(tx: Tx, seen: FloatReading): Promise<boolean> {
  const { upstream, funds, now } = seen
  const { upstreamId, currency } = upstream
  // Stores nothing if the account was switched off meanwhile: nothing would resolve its alerts.
  if (!(await maybeRow(tx, markAnswered(upstreamId, now)))) return false
  const rows = await tx.rows(selectFloats())
  const before = rows.find(
    (row) => row.upstream_id === upstreamId && row.currency === currency.code,
  )?.funds_minor
  const fundsMinor = funds.find((float) => float.currency === currency.code)?.fundsMinor ?? 0n
  const waiting = await tx.rows(countWaiting(upstreamId))
  tx.write(upsertFloats(upstreamId, funds, now))
  const subject = subjectOf(upstream)
  resolveAlert(tx, { kind: 'upstream_silent', subject, at: now })
  alertLowFloat(tx, seen, fundsMinor)
  alertWaiting(tx, seen, waiting)
  return before === undefined || fundsMinor > before
}

function alertLowFloat(tx: Tx, { upstream, now }: FloatReading, fundsMinor: bigint): void {
  const { name, currency, lowFloatMinor } = upstream
  const subject = subjectOf(upstream)
  const kind = 'upstream_low_float'
  if (lowFloatMinor === null || fundsMinor >= lowFloatMinor) {
    resolveAlert(tx, { kind, subject, at: now })
    return
  }
  const left = `${wireAmount(fundsMinor, currency)} ${currency.code}`
  const message = `the float at ${name} is ${left}, below ${wireAmount(lowFloatMinor, currency)}`
  raiseAlert(tx, { kind, subject, severity: 'warning', message, at: now })
}

function alertWaiting(
  tx: Tx,
  { upstream, now }: FloatReading,
  waiting: readonly { upstream_status: string; orders: bigint }[],
): void {
  const subject = subjectOf(upstream)
  const kind = 'upstream_waiting'
  if (waiting.length === 0) {
    resolveAlert(tx, { kind, subject, at: now })
    return
  }
  const states = waiting.map((row) => `${row.orders} ${row.upstream_status}`).join(', ')
  const message = `orders at ${upstream.name} wait: ${states}`
  raiseAlert(tx, { kind, subject, severity: 'warning', message, at: now })
}

export function subjectOf({ name }: Pick<Upstream, 'name'>): string {
  return `upstream:${name}`
}

/** Returns the funds, which may be negative. Leaves out unknown currencies and invalid amounts. */
function seenFloats(fundsList: TheirBalances['fundsList']): SeenFloat[] {
  const seen = new Map<string, bigint>()
  for (const { funds, currency: code } of fundsList) {
    const currency = findStoredCurrency(code)
    const amount = currency && parseAmount(Math.abs(funds), currency, 'allowed')
    if (amount === undefined || isFault(amount)) continue
    seen.set(code, funds < 0 ? 0n - amount : amount)
  }
  return [...seen].map(([currency, fundsMinor]) => ({ currency, fundsMinor }))
}
