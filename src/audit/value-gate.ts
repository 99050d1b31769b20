import { dayText, type MinorUnits } from '../core/mod.ts'
import type { Actor, OperatorActor } from './actor.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { ValueOutRow } from './value-out-rows.ts'
import type { GateSettings, ValueOut } from './value-out.ts'

/** Returns an operator's actor with the gate that limits the value they give away. */
export function gatedActor(
  { approvalKinds: kinds, approvalAmounts: amounts }: GateSettings,
  actor: Actor,
): OperatorActor {
  const person = actor.id === undefined ? actor.kind : `${actor.kind}:${actor.id}`
  return { ...actor, gate: kinds && { person, kinds, amounts } }
}

/** Value is counted in parts of the threshold of its kind, so that different currencies add up. */
const THRESHOLD_PARTS = 1_000_000_000_000_000n

/**
 * Returns the value that an act adds to the day's sum of its person. Undefined if the act gives
 * away nothing that has a threshold, or was approved by a second person.
 */
export function valueToCount({
  actor: { gate, approval },
  valueOut,
  partnerId,
  at,
}: AuditEntry): ValueOutRow | undefined {
  if (!gate || approval || typeof valueOut === 'string') return undefined
  if (!gate.kinds.includes(valueOut.kind)) return undefined
  const parts = partsOf(valueOut, gate.amounts?.get(valueOut.kind))
  if (parts === 0n) return undefined
  return {
    person: gate.person,
    day: dayText(at),
    kind: valueOut.kind,
    parts,
    partnerId,
  }
}

/** Rounded up, so that shares never add up to less than the amounts do. */
function partsOf(
  { amounts }: ValueOut,
  thresholds: ReadonlyMap<string, MinorUnits> | undefined,
): bigint {
  if (!amounts) return THRESHOLD_PARTS
  const shares = amounts.map(({ currency, amountMinor }) => {
    if (amountMinor <= 0n) return 0n
    const from = thresholds?.get(currency.code)
    if (from === undefined || amountMinor >= from) return THRESHOLD_PARTS
    return (amountMinor * THRESHOLD_PARTS + from - 1n) / from
  })
  const sum = shares.reduce((one, other) => one + other, 0n)
  return sum < THRESHOLD_PARTS ? sum : THRESHOLD_PARTS
}
