/** Where secrets are sealed and opened. Owns vault_keys; nothing else ever decrypts. */
export type { ListedKey } from './key-control.ts'
export type { CodeKeys } from './code-keys.ts'
export { codeSealer, type CodeSealer } from './code-sealer.ts'
export { madeSecret } from './made-secret.ts'
export { loadMasterKeys } from './master-key.ts'
export { MasterKeyFault } from './master-key-file.ts'
export { ROTATED_PURPOSES, type SealingPurpose } from './purposes.ts'
export { openVault, SealBroken, type Vault } from './vault.ts'
