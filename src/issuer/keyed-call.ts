import { hash } from 'node:crypto'
import { checkLine, Refusal, type Clock } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import type { MerchantCallsRow } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { callByKey, finishCall, insertCall, type CallKey, type CallKind } from './call-rows.ts'
import { readResult, writeResult, type CallResult } from './call-result.ts'

export interface IssuerContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly authorizationDays: number
}

export const REFERENCE_LENGTH_MAX = 100

export interface KeyedCall extends CallKey {
  readonly kind: CallKind
  /** The parameters of the call. They contain the hash of a code, never the code. */
  readonly request: readonly (string | number | boolean | undefined)[]
}

export interface CallEffect {
  readonly result: CallResult
  readonly amountMinor: bigint
}

/**
 * Executes the call under a merchant's reference once, in one transaction. A repeated call gets the
 * first result again. The reference of a refused call can be used again.
 *
 * Refuses, besides what `act` refuses:
 *   invalid_request      a reference that cannot be stored
 *   reference_conflict   the reference is that of another call
 *   state_conflict       the call was reversed, perhaps before it arrived
 */
export function callOnce(
  { db, clock }: Pick<IssuerContext, 'db' | 'clock'>,
  { merchantId, reference, kind, request }: KeyedCall,
  act: (tx: Tx, nowMs: number) => Promise<CallEffect>,
): Promise<CallResult> {
  checkLine('reference', reference, REFERENCE_LENGTH_MAX)
  const nowMs = clock.now()
  const fingerprint = hash('sha256', JSON.stringify([kind, ...request]), 'buffer')
  const call = { merchantId, reference, kind, fingerprint, createdMs: nowMs, reversedMs: undefined }
  return transact(db, async (tx) => {
    if (!(await maybeRow(tx, insertCall(call)))) {
      const earlier = await oneRow(tx, callByKey(call))
      return resultOfEarlier(earlier, fingerprint)
    }
    const { result, amountMinor } = await act(tx, nowMs)
    const { authorizationId } = result
    tx.write(finishCall(call, { authorizationId, amountMinor, response: writeResult(result) }))
    return result
  })
}

function resultOfEarlier(earlier: MerchantCallsRow, fingerprint: Buffer): CallResult {
  if (earlier.kind !== 'REVERSE' && earlier.fingerprint?.equals(fingerprint) !== true) {
    throw faultOfReference('reference_conflict', 'is that of another call')
  }
  if (earlier.reversed_at !== null) {
    throw faultOfReference('state_conflict', 'is that of a call that was reversed')
  }
  if (earlier.response === null) throw new Error('a call that was committed has a response')
  return readResult(earlier.response)
}

function faultOfReference(kind: 'reference_conflict' | 'state_conflict', message: string): Refusal {
  const details = [{ field: 'reference', message }]
  return new Refusal(kind, `reference ${message}`, { details })
}
