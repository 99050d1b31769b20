/** Values of examples, by field, where the real value differs in each run or is secret. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  apiKey: 'tsk_live_EXAMPLE',
  hmacSecret: 'EXAMPLE',
  secret: 'whsec_EXAMPLE',
  giftCardNumber: 'EXAMPLE-0000-0001',
  cardIdentifier: 'crd_EXAMPLE',
  redemptionUrl: 'https://redeem.example.com/EXAMPLE',
  giftCardPin: '0000',
  password: 'correct horse battery staple',
  token: 'tsi_EXAMPLE',
  setupKey: 'EXAMPLE',
  uri: 'otpauth://totp/Tessera:ann%40example.com?issuer=Tessera&secret=EXAMPLE',
  challenge: 'EXAMPLE',
  clientDataJSON: 'EXAMPLE',
  attestationObject: 'EXAMPLE',
  authenticatorData: 'EXAMPLE',
  signature: 'EXAMPLE',
  recoveryCodes: 'mzxw-6ytb-oi4d-qmrt',
  downloadUrl: 'https://api.example.com/exports/EXAMPLE',
  masterId: 'EXAMPLE',
  address: '203.0.113.7',
  durationMs: 12,
  ms: 12,
}

/** Fields that a response has only if a worker acted before the request. */
const TRANSIENT_FIELDS = ['failingSince']

const BY_PATTERN: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-31T12:00:00.000Z'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0190a6f2-7c1e-7000-8000-000000000001'],
  [/Partner [0-9a-f]{8}/g, 'Acme'],
  [/(?<=[a-z]+_)01[0-9A-Z]{19}/g, '01M86VEXW60000C000001'],
  [/^localhost$/g, 'api.example.com'],
  // Nothing is sent there while tests run.
  [/https:\/\/localhost\/hooks/g, 'https://example.com/hooks'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.example.com'],
]

/** Returns a value as an example shows it: only the first entry of each list, and no secret. */
export function exampleValue(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return exampleText(value, name)
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => exampleValue(one, name))
  if (typeof value !== 'object' || value === null) return BY_NAME[name] ?? value
  const entries = Object.entries(value).filter(([key]) => !TRANSIENT_FIELDS.includes(key))
  return Object.fromEntries(entries.map(([key, one]) => [key, exampleValue(one, key)]))
}

/** Returns the names of the columns and the first row of a file without quotes. */
export function exampleCsv(text: string): string {
  const [header = '', first = ''] = text.split(/\r?\n/)
  const names = header.split(',')
  const values = first.split(',').map((value, at) => exampleText(value, names[at] ?? ''))
  return `${header}\n${values.join(',')}\n`
}

function exampleText(text: string, name: string): unknown {
  const value = BY_NAME[name]
  if (value !== undefined) return value
  return BY_PATTERN.reduce((all, [pattern, shown]) => all.replaceAll(pattern, shown), text)
}
