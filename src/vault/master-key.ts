import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { KEY_BYTES } from './cipher.ts'
import { madeSecret } from './made-secret.ts'

/** The master key is damaged, or not the one of this database: the start stops here. */
export class MasterKeyFault extends Error {
  override readonly name = 'MasterKeyFault'
}

export interface MasterKeySource {
  /** The setting TESSERA_MASTER_KEY, decoded: 32 bytes. */
  readonly configured: Buffer | undefined
  readonly dataDir: string
}

/**
 * The master key of the setting; without one that of the data directory, where it is made at the
 * first start. Throws MasterKeyFault where the file there holds anything but 32 bytes.
 */
export async function loadMasterKey({ configured, dataDir }: MasterKeySource): Promise<Buffer> {
  if (configured) return configured
  const path = join(dataDir, 'master.key')
  const text = await madeSecret(path, () => randomBytes(KEY_BYTES).toString('base64'))
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key
  throw new MasterKeyFault(`${path} is damaged: restore it, or set TESSERA_MASTER_KEY`)
}
