import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { readWrappedKey, wrappedKeyText } from '../../src/core/mod.ts'
import { unwrapMasterKey, wrapByAws, wrapByVault } from '../../src/vault/mod.ts'
import { cut, json, startScript, type Step } from '../support/scripted-server.ts'

const KEY = randomBytes(32)
const PLAINTEXT = KEY.toString('base64')
const BLOB = Buffer.from('wrapped by AWS').toString('base64')
const TRANSIT = { mount: 'team/transit', name: 'tessera' }
const CIPHERTEXT = 'vault:v2:d3JhcHBlZA=='

afterEach(() => vi.unstubAllEnvs())

/** A stand-in for AWS KMS, to which the environment sends its client. */
async function startAws(...steps: Step[]) {
  const server = await startScript(...steps)
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', server.url)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  return server
}

async function startVault(...steps: Step[]) {
  const server = await startScript(...steps)
  const settings = { vaultAddress: server.url, vaultToken: 'hvs.token', vaultNamespace: 'team' }
  return { server, settings }
}

const NO_VAULT = {}

function awsKey(): NonNullable<ReturnType<typeof readWrappedKey>> {
  return { kms: 'aws', ciphertext: Buffer.from(BLOB, 'base64') }
}

test.each([`aws-kms:${BLOB}`, 'vault:team/transit/tessera:v2:d3JhcHBlZA=='])(
  'the text %s of a wrapped key is read and written',
  (text) => {
    const wrapped = readWrappedKey(text)
    expect(wrapped && wrappedKeyText(wrapped)).toBe(text)
  },
)

test.each(['aws-kms:', 'aws-kms:A', 'aws-kms:%%%%', 'vault:v1:AAAA', 'vault:transit/:v1:AAAA', ''])(
  'the text "%s" is not a wrapped key',
  (text) => expect(readWrappedKey(text)).toBeUndefined(),
)

test('AWS KMS is asked to decrypt the ciphertext, with a signature of its version 4', async () => {
  const { headers, bodies } = await startAws(json(200, { Plaintext: PLAINTEXT }))

  expect(await unwrapMasterKey(awsKey(), NO_VAULT)).toEqual(KEY)

  expect(JSON.parse(bodies[0] ?? '')).toEqual({ CiphertextBlob: BLOB })
  expect(headers).toMatchObject([
    {
      'x-amz-target': 'TrentService.Decrypt',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/kms\/aws4_request, /,
      ),
    },
  ])
})

test('AWS KMS wraps the master key by the named key', async () => {
  const { bodies } = await startAws(json(200, { CiphertextBlob: BLOB }))

  expect(await wrapByAws(KEY, 'alias/tessera')).toEqual(awsKey())
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ KeyId: 'alias/tessera', Plaintext: PLAINTEXT })
})

test('Vault is asked to decrypt the ciphertext, in its namespace', async () => {
  const { server, settings } = await startVault(json(200, { data: { plaintext: PLAINTEXT } }))

  const wrapped = { kms: 'vault', key: TRANSIT, ciphertext: CIPHERTEXT } as const
  expect(await unwrapMasterKey(wrapped, settings)).toEqual(KEY)

  expect(server.targets).toEqual(['/v1/team/transit/decrypt/tessera'])
  expect(JSON.parse(server.bodies[0] ?? '')).toEqual({ ciphertext: CIPHERTEXT })
  expect(server.headers).toMatchObject([
    { 'x-vault-token': 'hvs.token', 'x-vault-namespace': 'team', 'x-vault-request': 'true' },
  ])
})

test('Vault wraps the master key by the named key', async () => {
  const { server, settings } = await startVault(json(200, { data: { ciphertext: CIPHERTEXT } }))

  const wrapped = await wrapByVault(KEY, TRANSIT, settings)

  expect(wrappedKeyText(wrapped)).toBe('vault:team/transit/tessera:v2:d3JhcHBlZA==')
  expect(server.targets).toEqual(['/v1/team/transit/encrypt/tessera'])
  expect(JSON.parse(server.bodies[0] ?? '')).toEqual({ plaintext: PLAINTEXT })
})

const DENIED = json(400, { __type: 'AccessDeniedException', message: 'not allowed' })
const SHORT = json(200, { Plaintext: Buffer.alloc(16).toString('base64') })

test.each([
  ['denies it', DENIED, /AWS KMS failed \(AccessDeniedException: not allowed\)$/],
  ['returns something else', SHORT, /the KMS returned 16 bytes, not 32$/],
  ['ends the connection', cut, /AWS KMS failed \(/],
] as const)('if AWS KMS %s, the start says so in one line', async (_what, step, message) => {
  await startAws(step)

  await expect(unwrapMasterKey(awsKey(), NO_VAULT)).rejects.toThrow(message)
})

test.each([
  ['denies it', json(403, { errors: ['permission denied'] }), /HTTP 403: permission denied\)$/],
  ['is sealed', json(503, { errors: ['Vault is sealed'] }), /HTTP 503: Vault is sealed\)$/],
  ['sends the token elsewhere', json(307, {}, { location: 'http://127.0.0.1:1/' }), /redirect/],
  ['returns nothing', json(200, {}), /the KMS returned 0 bytes, not 32$/],
  ['ends the connection', cut, /Vault failed \(/],
] as const)('if Vault %s, the start says so in one line', async (_what, step, message) => {
  const { settings } = await startVault(step)

  const wrapped = { kms: 'vault', key: TRANSIT, ciphertext: CIPHERTEXT } as const
  await expect(unwrapMasterKey(wrapped, settings)).rejects.toThrow(message)
})

test('without an address and a token, a key of Vault is refused with the names of both', async () => {
  const wrapped = { kms: 'vault', key: TRANSIT, ciphertext: CIPHERTEXT } as const

  await expect(unwrapMasterKey(wrapped, NO_VAULT)).rejects.toThrow('VAULT_ADDR and VAULT_TOKEN')
})
