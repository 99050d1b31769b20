import { credential, masterKey, optionalText, url } from './kinds.ts'

/** The settings of the master key, and of the service that unwraps it. */
export const KEY_SETTINGS = {
  masterKey: masterKey(
    'TESSERA_MASTER_KEY',
    'key that wraps all keys; without it one is generated in the data directory',
  ),
  masterKeyPrevious: masterKey(
    'TESSERA_MASTER_KEY_PREVIOUS',
    'the previous master key, until it is retired; see the rotation in operations.md',
  ),
  vaultAddress: url('VAULT_ADDR', {
    about: 'HashiCorp Vault that unwraps a master key of the form vault:...',
    schemes: ['http', 'https'],
  }),
  vaultToken: credential('VAULT_TOKEN', 'token for that Vault'),
  vaultNamespace: optionalText('VAULT_NAMESPACE', 'namespace in that Vault'),
} as const
