/** Where secrets are sealed and opened. Owns vault_keys; nothing else ever decrypts. */
export { madeSecret } from './made-secret.ts'
export { loadMasterKey, MasterKeyFault } from './master-key.ts'
export { openVault, SealBroken, type Vault } from './vault.ts'
export type { SealingPurpose } from './purposes.ts'
