import { compareCases } from './cases/mod.ts'
import type { Database } from './db/mod.ts'
import type { Services } from './http/mod.ts'
import { compareStock } from './inventory/mod.ts'
import { Verifications, type CheckpointSeal, type VerifyOptions } from './ledger/mod.ts'
import { compareOrders } from './orders/mod.ts'
import { SealBroken, type Vault } from './vault/mod.ts'

/** Returns what verifies the ledger together with the orders, the cases and the stock. */
export function createVerifications({
  db,
  clock,
  vault,
  log,
}: Pick<Services, 'db' | 'clock' | 'vault' | 'log'>): Verifications {
  return new Verifications({
    db,
    clock,
    ...comparisonsOf(db),
    seal: checkpointSeal(vault),
    onFault: (error) => log.error({ err: error }, 'verification of the ledger failed'),
  })
}

/** Returns what a verification compares beside the books. */
export function comparisonsOf(db: Database): Pick<VerifyOptions, 'compare' | 'compareShared'> {
  return {
    compare: compareCases(compareOrders),
    compareShared: (signal) => compareStock(db, signal),
  }
}

/** The place that a checkpoint is sealed for: table and key. */
function contextOf(partnerId: number): string {
  return `ledger_checkpoints:${partnerId}`
}

export function checkpointSeal(vault: Vault): CheckpointSeal {
  return {
    seal: (partnerId, bytes) => vault.seal('checkpoints', contextOf(partnerId), bytes),
    async open(partnerId, sealed) {
      await vault.prepare([sealed])
      try {
        return vault.open('checkpoints', contextOf(partnerId), sealed)
      } catch (error) {
        if (error instanceof SealBroken) return undefined
        throw error
      }
    },
  }
}
