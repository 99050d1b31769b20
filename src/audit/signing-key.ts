import { maybeRow, type Db } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { chainKeyOf, type ChainKey } from './chain-key.ts'
import { signingKey } from './chain-rows.ts'

const CONTEXT = 'audit_signing_key'

export function sealSeed(vault: Vault, seed: Buffer): Buffer {
  return vault.seal('credentials', CONTEXT, seed)
}

/** Returns the key of this database; undefined before the first entry is sealed. */
export async function loadChainKey({
  db,
  vault,
}: {
  readonly db: Db
  readonly vault: Vault
}): Promise<ChainKey | undefined> {
  const row = await maybeRow(db, signingKey())
  if (!row) return undefined
  await vault.prepare([row.seed])
  return chainKeyOf(vault.open('credentials', CONTEXT, row.seed))
}
