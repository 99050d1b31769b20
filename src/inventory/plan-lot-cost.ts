import { invalidField, Refusal } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { findLotCost, type LotCost, type RecordedLotCost } from './lot-cost-rows.ts'
import type { LotName } from './lot-rows.ts'

/** A cost as an operator gives it. In a correction, absent members stay as they were. */
export type LotCostInput = Omit<LotCost, 'originalNo' | 'knownAt'>

export interface PlannedLotCost {
  /** The cost that it corrects. */
  readonly before: RecordedLotCost | undefined
  readonly cost: LotCost
}

/**
 * Returns the cost to record. Refuses, in this order:
 *   reason          missing for a correction, or for a time in the past
 *   corrects        not a cost of this lot
 *   faceValue       not that of the corrected cost
 *   state_conflict  the cost was corrected already
 */
export async function planLotCost(
  db: Db,
  name: LotName,
  newCost: LotCostInput,
): Promise<PlannedLotCost> {
  const { corrects, recordedAt, effectiveAt = recordedAt } = newCost
  if (newCost.reason === undefined) {
    if (corrects !== undefined) throw invalidField('reason', 'is required for a correction')
    if (effectiveAt < recordedAt) {
      throw invalidField('reason', 'is required if effectiveAt is in the past')
    }
  }
  if (corrects === undefined) {
    const cost = { ...newCost, effectiveAt, originalNo: undefined, knownAt: recordedAt }
    return { before: undefined, cost }
  }
  const before = await findLotCost(db, name, corrects)
  if (!before) throw invalidField('corrects', 'is not the number of a cost of this lot')
  return { before, cost: correctionOf(before, newCost) }
}

function correctionOf(before: RecordedLotCost, newCost: LotCostInput): LotCost {
  const { costNo, correctedBy, faceValueMinor } = before
  if (newCost.faceValueMinor !== undefined && newCost.faceValueMinor !== faceValueMinor) {
    throw invalidField('faceValue', 'must be that of the corrected cost, or absent')
  }
  if (correctedBy !== undefined) {
    throw new Refusal('state_conflict', `cost ${costNo} was corrected already, by ${correctedBy}`)
  }
  return {
    ...newCost,
    faceValueMinor,
    purchaseOrder: newCost.purchaseOrder ?? before.purchaseOrder,
    supplier: newCost.supplier ?? before.supplier,
    effectiveAt: newCost.effectiveAt ?? before.effectiveAt,
    originalNo: before.originalNo ?? costNo,
    knownAt: before.knownAt,
  }
}
