import type { TransitKey, WrappedKey } from '../core/mod.ts'
import { KEY_BYTES } from './cipher.ts'
import { MasterKeyFault } from './master-key-file.ts'

/** The address of HashiCorp Vault. The client of AWS KMS has settings of its own. */
export interface KmsSettings {
  readonly vaultAddress?: string | undefined
  readonly vaultToken?: string | undefined
  readonly vaultNamespace?: string | undefined
}

const TIMEOUT_MS = 10_000

/**
 * Unwraps a master key of 32 bytes by a KMS. A key that is not wrapped is returned unchanged.
 * Throws MasterKeyFault if the KMS refuses, does not respond, or returns anything but 32 bytes.
 */
export async function unwrapMasterKey(
  key: Buffer | WrappedKey,
  settings: KmsSettings,
): Promise<Buffer> {
  if (Buffer.isBuffer(key)) return key
  const plain = key.kms === 'aws' ? await decryptByAws(key) : await decryptByVault(key, settings)
  if (plain.length === KEY_BYTES) return plain
  throw new MasterKeyFault(`TESSERA_MASTER_KEY: the KMS returned ${plain.length} bytes, not 32`)
}

/** Lets AWS KMS wrap a master key with one of its keys, given by id, ARN or alias. */
export async function wrapByAws(masterKey: Buffer, keyId: string): Promise<WrappedKey> {
  const { EncryptCommand } = await import('@aws-sdk/client-kms')
  const command = new EncryptCommand({ KeyId: keyId, Plaintext: masterKey })
  const { CiphertextBlob } = await withAws((client, options) => client.send(command, options))
  return { kms: 'aws', ciphertext: Buffer.from(CiphertextBlob ?? []) }
}

/** Has Vault wrap a master key by a key of its engine Transit. */
export async function wrapByVault(
  masterKey: Buffer,
  key: TransitKey,
  settings: KmsSettings,
): Promise<WrappedKey> {
  const plaintext = masterKey.toString('base64')
  const { ciphertext } = await callVault('encrypt', key, { settings, input: { plaintext } })
  if (ciphertext !== undefined) return { kms: 'vault', key, ciphertext }
  throw vaultFault('the response has no ciphertext')
}

async function decryptByAws({ ciphertext }: { readonly ciphertext: Buffer }): Promise<Buffer> {
  const { DecryptCommand } = await import('@aws-sdk/client-kms')
  const command = new DecryptCommand({ CiphertextBlob: ciphertext })
  const { Plaintext } = await withAws((client, options) => client.send(command, options))
  return Buffer.from(Plaintext ?? [])
}

type AwsClient = InstanceType<typeof import('@aws-sdk/client-kms').KMSClient>

/**
 * Loads the AWS client only if it is needed, because that takes longer than the rest of a start.
 */
async function withAws<Result>(
  send: (client: AwsClient, options: { readonly abortSignal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const { KMSClient } = await import('@aws-sdk/client-kms')
  try {
    // Region, credentials and address are those of the environment or of the machine's role.
    const client = new KMSClient()
    try {
      return await send(client, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
    } finally {
      client.destroy()
    }
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new MasterKeyFault(`TESSERA_MASTER_KEY: AWS KMS failed (${fault})`, { cause: error })
  }
}

async function decryptByVault(
  { key, ciphertext }: Extract<WrappedKey, { kms: 'vault' }>,
  settings: KmsSettings,
): Promise<Buffer> {
  const { plaintext = '' } = await callVault('decrypt', key, { settings, input: { ciphertext } })
  return Buffer.from(plaintext, 'base64')
}

interface VaultRequest {
  readonly settings: KmsSettings
  readonly input: Readonly<Record<string, string>>
}

/** The response of Transit: the wrapped key in a form of its own, or the plain key as Base64. */
interface TransitData {
  readonly plaintext?: string
  readonly ciphertext?: string
}

async function callVault(
  operation: 'encrypt' | 'decrypt',
  { mount, name }: TransitKey,
  { settings, input }: VaultRequest,
): Promise<TransitData> {
  const { vaultAddress, vaultToken, vaultNamespace } = settings
  if (vaultAddress === undefined || vaultToken === undefined) {
    throw new MasterKeyFault('VAULT_ADDR and VAULT_TOKEN must be set for a key of Vault')
  }
  const response = await fetch(`${vaultAddress}/v1/${mount}/${operation}/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': vaultToken,
      ...(vaultNamespace !== undefined && { 'x-vault-namespace': vaultNamespace }),
    },
    body: JSON.stringify(input),
    // Follows no redirect, because the token is for this address only.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw vaultFault(causeOf(error), error)
  })
  const text = await response.text()
  if (response.status !== 200) throw vaultFault(`HTTP ${response.status}${reasonOf(text)}`)
  return parseResponse(text).data ?? {}
}

function reasonOf(text: string): string {
  const { errors } = parseResponse(text)
  return Array.isArray(errors) && errors.length > 0 ? `: ${errors.join('; ')}` : ''
}

interface VaultResponse {
  readonly data?: TransitData
  readonly errors?: unknown
}

function parseResponse(text: string): VaultResponse {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function vaultFault(fault: string, cause?: unknown): MasterKeyFault {
  return new MasterKeyFault(`TESSERA_MASTER_KEY: Vault failed (${fault})`, { cause })
}
