import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import type { Credentials } from '../support/client.ts'
import { shareService, type RunningService } from '../support/service.ts'
import { doctor, environmentOf, expectWrong } from './doctor.ts'
import { tessera } from './fixture.ts'

/** The service has its own clock, so that a test can set the clock of the command wrong. */
const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() }
const open = shareService({ clock: CLOCK })

const LOGGED = 'by this request id: [0-9a-f-]{36}$'
const TEN_MINUTES_MS = 600_000

test('all is right: one line for each check, exit code 0, and JSON with --json', async () => {
  const { url, partner } = await open()
  const environment = environmentOf(url, partner.credentials)

  const { exitCode, right, wrong } = await doctor(environment, '--second-signature')
  const json = await tessera(['doctor', '--json'], { environment })

  expect(wrong).toEqual([])
  expect(exitCode).toBe(0)
  expect(right.map((line) => line.split(' ')[0])).toEqual([
    'settings',
    'address',
    'connection',
    'service',
    'version',
    'clock',
    'credential',
    'signature',
    'permissions',
  ])
  expect(JSON.parse(json.stdout)).toContainEqual({
    check: 'signature',
    isRight: true,
    says: 'the secret is right',
  })
})

test('a clock that is 10 minutes off is the only fault', async () => {
  const { url, partner } = await open()
  vi.spyOn(systemClock, 'now').mockImplementation(() => CLOCK.now() - TEN_MINUTES_MS)

  await expectWrong(
    environmentOf(url, partner.credentials),
    /^clock the clock of this machine is (599|600|601) s behind the service's: synchronize it/,
  )
})

/** A wrong credential, and the line that it leads to. */
const IDENTITY = 'credential client id and API key are not those of one credential of this service'
const MIXED_UP: readonly (readonly [
  string,
  (own: Credentials, other: Credentials) => Partial<Credentials>,
  string,
])[] = [
  ['an unknown client id', () => ({ clientId: randomUUID() }), `${IDENTITY}: compare both .*`],
  ['the API key of another credential', (_, { apiKey }) => ({ apiKey }), `${IDENTITY}: compare`],
  [
    'client id and API key swapped',
    ({ clientId, apiKey }) => ({ clientId: apiKey, apiKey: clientId }),
    `${IDENTITY}: .* are swapped: exchange them`,
  ],
  [
    'an API key that was cut off',
    ({ apiKey }) => ({ apiKey: apiKey.slice(0, -2) }),
    `${IDENTITY}: TESSERA_API_KEY has not the form tsk_ and 43 characters`,
  ],
  [
    'a quoted API key',
    ({ apiKey }) => ({ apiKey: `"${apiKey}"` }),
    `${IDENTITY}: TESSERA_API_KEY has quotes around it`,
  ],
  [
    'the secret in place of the API key',
    ({ hmacSecret }) => ({ apiKey: hmacSecret }),
    `${IDENTITY}: TESSERA_API_KEY looks like the HMAC secret`,
  ],
  [
    'the secret of another credential',
    (_, { hmacSecret }) => ({ hmacSecret }),
    'signature the secret is wrong: set TESSERA_HMAC_SECRET to the secret that was shown with',
  ],
  [
    'the API key in place of the secret',
    ({ apiKey }) => ({ hmacSecret: apiKey }),
    'signature the secret is wrong: TESSERA_HMAC_SECRET is an API key',
  ],
  [
    'a secret that was decoded and written in hex',
    ({ hmacSecret }) => ({ hmacSecret: Buffer.from(hmacSecret, 'base64').toString('hex') }),
    'signature the secret is wrong: it was decoded from Base64 and written in hex',
  ],
  [
    'a secret that was encoded once more',
    ({ hmacSecret }) => ({ hmacSecret: Buffer.from(hmacSecret).toString('base64') }),
    'signature the secret is wrong: it was encoded in Base64 once more',
  ],
  [
    'a secret in base64url',
    ({ hmacSecret }) => ({ hmacSecret: Buffer.from(hmacSecret, 'base64').toString('base64url') }),
    'signature the secret is wrong: it was written in base64url, or lost its last =',
  ],
  [
    'a quoted secret',
    ({ hmacSecret }) => ({ hmacSecret: `'${hmacSecret}'` }),
    'signature the secret is wrong: it has quotes around it',
  ],
  [
    'a secret that was cut off',
    ({ hmacSecret }) => ({ hmacSecret: hmacSecret.slice(0, 20) }),
    'signature the secret is wrong: TESSERA_HMAC_SECRET has 20 characters in place of 44',
  ],
]

test.each(MIXED_UP)('doctor finds a wrong credential: %s', async (_what, change, line) => {
  const { url, partner } = await open()
  const own = partner.credentials
  const other = (await partner.issue()).credentials

  await expectWrong(
    environmentOf(url, { ...own, ...change(own, other) }),
    RegExp(`^${line}.*${LOGGED}`),
  )
})

/** An act of the operator on a credential, and the line that it leads to. */
const RESTRICTED: readonly (readonly [
  string,
  object,
  (service: RunningService, credential: string) => Promise<unknown>,
  string,
])[] = [
  [
    'a revoked credential',
    {},
    ({ admin }, path) => admin.post(`${path}/revoke`, { reason: 'leaked' }),
    `credential the credential is REVOKED: ask the operator for one that is active.*${LOGGED}`,
  ],
  [
    'a suspended partner',
    {},
    ({ admin, partner }) =>
      admin.patch(`/admin/v1/partners/${partner.partnerId}`, {
        status: 'SUSPENDED',
        reason: 'overdue',
      }),
    `credential the partner is suspended: ask the operator.*${LOGGED}`,
  ],
  [
    'missing permissions',
    { permissions: ['balance:read', 'orders:read'] },
    () => Promise.resolve(),
    'permissions the credential lacks catalog:read, orders:write, .*: ask the operator',
  ],
  [
    'an address that is not on the allow-list',
    { allowedAddresses: ['192.0.2.0/24'] },
    () => Promise.resolve(),
    `credential .*127\\.0\\.0\\.1: ask the operator to allow this address.*${LOGGED}`,
  ],
  [
    'a second signature that is required',
    { requireSignatureV2: true },
    () => Promise.resolve(),
    'signature this credential requires the second signature: send x-nonce and x-signature-v2',
  ],
]

test.each(RESTRICTED)(
  'doctor finds what restricts the credential: %s',
  async (_what, input, act, line) => {
    const service = await open()
    const { credentials } = await service.partner.issue(input)
    const { partnerId } = service.partner
    await act(service, `/admin/v1/partners/${partnerId}/credentials/${credentials.clientId}`)

    await expectWrong(environmentOf(service.url, credentials), RegExp(`^${line}`))
  },
)

test('an intended restriction is not a fault if an option names it', async () => {
  const { url, partner } = await open()
  const permissions = ['balance:read', 'orders:read']
  const { credentials } = await partner.issue({ permissions, requireSignatureV2: true })

  const { exitCode, wrong } = await doctor(
    environmentOf(url, credentials),
    '--needs',
    permissions.join(),
    '--second-signature',
  )

  expect([exitCode, wrong]).toEqual([0, []])
})

test('a permission that does not exist is a mistake of usage', async () => {
  const { exitCode, stderr } = await tessera(['doctor', '--needs', 'orders'])

  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/--needs must name some of balance:read,/)
})
