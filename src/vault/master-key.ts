import type { WrappedKey } from '../core/mod.ts'
import { unwrapMasterKey, type KmsSettings } from './kms.ts'
import { masterKeyFile, type MasterKeyFile } from './master-key-file.ts'

export interface MasterKeySource {
  /** The setting TESSERA_MASTER_KEY: 32 bytes, or wrapped by a KMS. */
  readonly configured: Buffer | WrappedKey | undefined
  /** The setting TESSERA_MASTER_KEY_PREVIOUS, in the same forms. */
  readonly previous?: Buffer | WrappedKey | undefined
  readonly kms?: KmsSettings
  readonly dataDir: string
  /** Returns whether the database has data keys, which some master key has wrapped. */
  isSealed(): Promise<boolean>
}

/** The master keys of a process, 32 bytes each. */
export interface MasterKeys {
  readonly masterKey: Buffer
  /** Previous master keys, kept while a rotation lasts: data keys may still be wrapped by them. */
  readonly otherMasterKeys: readonly Buffer[]
  /** Set if the master key is in the data directory, where a new one can be made. */
  readonly masterKeyFile: MasterKeyFile | undefined
}

/**
 * Returns the master key of the setting. Without the setting, it is in a file of the data
 * directory, which the first start on an empty database writes. Throws MasterKeyFault if that file
 * is missing although the database is sealed, if it does not have 32 bytes, or if a KMS does not
 * unwrap a key.
 */
export async function loadMasterKeys(source: MasterKeySource): Promise<MasterKeys> {
  const { configured, previous, kms = {}, dataDir, isSealed } = source
  const file = configured ? undefined : masterKeyFile(dataDir)
  const masterKey = configured
    ? await unwrapMasterKey(configured, kms)
    : await masterKeyFile(dataDir).present(isSealed)
  const others = [await file?.previous(), previous && (await unwrapMasterKey(previous, kms))]
  return {
    masterKey,
    otherMasterKeys: others.filter((key) => key !== undefined),
    masterKeyFile: file,
  }
}
