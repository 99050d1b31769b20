import { MS_PER_SECOND } from '../core/mod.ts'
import type { Manifest, RefusedFor, Repeat, Verdict } from './adapter.ts'

/** Why a request was refused, if a copy of it that arrived before may have been done. */
export type DoubtfulRefusal = RefusedFor | 'busy' | 'token'

/** True if a repeat may be a second purchase. */
export function isSecondPurchase({ does }: Repeat): boolean {
  return does === 'buysAgain' || does === 'unknown'
}

/**
 * Returns why a create was refused, if the refusal is in doubt; undefined otherwise. A gateway may
 * have sent the create twice, and the first copy may have been done. That copy may have taken the
 * last unit, the last funds or the last request of a minute, or have come before the token ended.
 * Where a repeat replays the first response, only "too many requests" is in doubt, because it is
 * sent before the reference is read. What a refused repeat says of an earlier request is decided by
 * `consequenceOf`.
 */
export function doubtfulRefusal(verdict: Verdict, repeat: Repeat): DoubtfulRefusal | undefined {
  if (verdict.is === 'busy') return verdict.why === 'unsent' ? undefined : (verdict.why ?? 'busy')
  const isInDoubt = verdict.is === 'refused' && !verdict.isOfEachCopy && isSecondPurchase(repeat)
  return isInDoubt ? verdict.for : undefined
}

interface Refused {
  readonly sentAt: number | undefined
  readonly refusedFor: DoubtfulRefusal | undefined
}

/**
 * Returns when a create that was refused and not found is looked up once more, because a supplier
 * may show it late; undefined: never. Units that are found then go into stock, or to a person.
 */
export function foundLateAt(
  { sentAt, refusedFor }: Refused,
  { notFoundIsDefiniteAfterSeconds: seconds }: Pick<Manifest, 'notFoundIsDefiniteAfterSeconds'>,
): number | undefined {
  if (refusedFor === undefined || sentAt === undefined || seconds === 'never') return undefined
  return sentAt + seconds * MS_PER_SECOND
}
