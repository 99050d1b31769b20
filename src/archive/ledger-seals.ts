import type { ArchiveSeal } from './archive-file.ts'
import type { CheckpointSeal, OpeningSeal, TransferRange } from '../ledger/mod.ts'
import { SealBroken, type Vault } from '../vault/mod.ts'

/** Returns the seal of checkpoints: the transfers up to which books were verified. */
export function checkpointSeal(vault: Vault): CheckpointSeal {
  return sealOf(vault, (partnerId) => `ledger_checkpoints:${partnerId}`)
}

/** Returns the seal of openings: the balances of books after their removed transfers. */
export function openingSeal(vault: Vault): OpeningSeal {
  const archives = archiveSeal(vault)
  return {
    ...sealOf(vault, (partnerId) => `ledger_openings:${partnerId}`),
    isArchive({ partner_id: partnerId, sha256, sealed, ...row }) {
      const [first, last] = [Number(row.first_transfer), Number(row.last_transfer)]
      return archives.isSealed({ partnerId, first, last }, sha256, sealed)
    },
  }
}

/** Returns the seal of files: of a digest, bound to the partner and the transfers in the header. */
export function archiveSeal(vault: Vault): ArchiveSeal {
  return {
    seal: (header, digest) => vault.seal('checkpoints', contextOf(header), digest),
    async isSealed(header, digest, sealed) {
      return (await openSeal(vault, contextOf(header), sealed))?.equals(digest) ?? false
    },
  }
}

function contextOf({ partnerId, first, last }: TransferRange & { partnerId: number }): string {
  return `ledger_archive:${partnerId}:${first}-${last}`
}

/** `placeOf` returns the place that the bytes are sealed for: table and key. */
function sealOf(vault: Vault, placeOf: (partnerId: number) => string): CheckpointSeal {
  return {
    seal: (partnerId, bytes) => vault.seal('checkpoints', placeOf(partnerId), bytes),
    open: (partnerId, sealed) => openSeal(vault, placeOf(partnerId), sealed),
  }
}

/** Returns undefined if these bytes were not sealed for this place. */
async function openSeal(vault: Vault, place: string, sealed: Buffer): Promise<Buffer | undefined> {
  await vault.prepare([sealed])
  try {
    return vault.open('checkpoints', place, sealed)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
