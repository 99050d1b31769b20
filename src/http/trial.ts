import { setTimeout as pause } from 'node:timers/promises'
import { systemActor } from '../audit/mod.ts'
import { invalidField, parseOrderId, Refusal, type RefusalKind } from '../core/mod.ts'
import type { Context } from './context.ts'
import { FaultOnPurpose } from './fault-on-purpose.ts'
import { kindsRefusedBy } from './refusal-kinds.ts'
import type { RouteResponse } from './response.ts'
import type { AnyCall } from './call.ts'
import type { ReservedField, Route } from './route.ts'

/** The response that a test credential requests by a reserved reference: `try:<name>`. */
export interface Trial {
  readonly field: ReservedField
  readonly name: string
  /** The part after the name, such as the milliseconds of `try:slow:250`. */
  readonly detail: string | undefined
}

/**
 * The effects of trials by name. In addition, each kind of refusal that the route can respond with
 * is a name that causes this refusal.
 */
export const TRIALS = {
  fault: 'Nothing happens, and the response is 500',
  lost: 'The order is placed, but its first response is 500; a repetition with its key succeeds',
  slow: 'The response comes after ten seconds; with `try:slow:250` after 250 milliseconds',
  cancelled: 'The order is placed, and CANCELLED at once unless it is COMPLETED by then',
} as const
export type TrialName = keyof typeof TRIALS

const FORM = /^try:([a-z_]+)(?::(.*))?$/s
const SLOW_MS = 10_000
const SLOW_MS_MAX = 30_000

/** Returns the trial that a request asks for. A live credential cannot ask for one. */
export function trialOf(
  { operation }: Route,
  { credential, body }: Pick<AnyCall, 'credential' | 'body'>,
): Trial | undefined {
  const { reservedField: field } = operation
  if (field === undefined || credential?.isTest !== true) return undefined
  const isObject = typeof body === 'object' && body !== null && Object.hasOwn(body, field)
  const reference: unknown = isObject ? Reflect.get(body, field) : undefined
  const [, name, detail] = (typeof reference === 'string' && FORM.exec(reference)) || []
  return name === undefined ? undefined : { field, name, detail }
}

/** How a trial changes the handling of its request, if it does not refuse it. */
interface TrialRun {
  /** True to refuse as if there were no funds: only the route knows the cost. */
  readonly simulateNoFunds: boolean
  readonly name: TrialName | undefined
}

/**
 * Returns how a trial runs. Refuses as the trial asks, and invalid_request for an unknown name.
 * Throws FaultOnPurpose if it asks for that.
 */
function runOf(route: Route, trial: Trial): TrialRun {
  const { name } = trial
  const kind = kindsRefusedBy(route).find((one) => one === name)
  if (kind === 'insufficient_funds') return { simulateNoFunds: true, name: undefined }
  if (kind) throw refusalOf(kind, trial)
  if (name === 'fault') throw new FaultOnPurpose('the request asked for it')
  if (!isTrial(name) || (name !== 'slow' && trial.field !== 'clientReference')) {
    throw invalidField(trial.field, `has the reserved form try:<name>, but no "${name}" exists`)
  }
  return { simulateNoFunds: false, name }
}

/** Handles a request as its trial asks. Refuses invalid_request for an unknown name. */
export async function handleTrial(
  context: Context,
  route: Route,
  { call, trial }: { readonly call: AnyCall; readonly trial: Trial },
): Promise<RouteResponse> {
  const { simulateNoFunds, name } = runOf(route, trial)
  if (simulateNoFunds) return route.handle({ ...call, simulateNoFunds }, context)
  const response = await route.handle(call, context)
  const isReplay = response.headers?.['idempotent-replayed'] !== undefined
  if (isReplay) return response
  if (name === 'lost') throw new FaultOnPurpose('the request asked to lose its response')
  if (name === 'slow') await pause(slowMs(trial), undefined, { ref: false })
  if (name === 'cancelled') await cancel(context, response)
  return response
}

/** How a row that asks for a trial is handled in a request of several rows. */
export interface RowTrial {
  readonly simulateNoFunds: boolean
  /** Milliseconds by which the response is delayed. */
  readonly slowMs: number
}

const NO_TRIAL: RowTrial = { simulateNoFunds: false, slowMs: 0 }

/** Returns the trial that a row asks for. Refuses and throws as `handleTrial`. */
export function trialOfRow(route: Route, call: Pick<AnyCall, 'credential' | 'body'>): RowTrial {
  const trial = trialOf(route, call)
  if (!trial) return NO_TRIAL
  const { simulateNoFunds, name } = runOf(route, trial)
  return { simulateNoFunds, slowMs: name === 'slow' ? slowMs(trial) : 0 }
}

function isTrial(name: string): name is TrialName {
  return Object.hasOwn(TRIALS, name)
}

function refusalOf(kind: RefusalKind, { field, name }: Trial): Refusal {
  const message = `is try:${name}, which asks for this refusal`
  return new Refusal(kind, `${field} ${message}`, { details: [{ field, message }] })
}

function slowMs({ detail = '' }: Trial): number {
  const [digits = ''] = /^\d{1,6}(?=:|$)/.exec(detail) ?? []
  return digits === '' ? SLOW_MS : Math.min(Number(digits), SLOW_MS_MAX)
}

/** Cancels the order of a response. An order that is COMPLETED already stays so. */
async function cancel({ orders }: Context, { orderId = '' }: RouteResponse): Promise<void> {
  const name = parseOrderId(orderId)
  if (!name) return
  const act = { actor: systemActor('sandbox'), reason: 'its clientReference is try:cancelled' }
  await orders.cancel(name, act).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
