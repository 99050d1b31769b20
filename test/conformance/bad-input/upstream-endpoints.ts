import { randomUUID } from 'node:crypto'
import type { Endpoint } from './endpoints.ts'
import { also, amount, currency, flag, line, optional, required } from './values.ts'

const REASON = line(1_000)
/** Of no service, or of one to which nobody should be sent. */
const NO_ADDRESSES = [
  'codes.example.com',
  'ftp://codes.example.com',
  'http://codes.example.com',
  'https://user:word@codes.example.com',
  'https://codes.example.com/?a=b',
  'https://codes.example.com/#a',
  'https://169.254.169.254',
  'http://[::ffff:169.254.169.254]',
  'http://0.0.0.0',
  'http://8.8.8.8',
].map((address) => JSON.stringify(address))

const CLIENT_ID = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'
const credential = { clientId: CLIENT_ID, apiKey: 'tsk_theirs', hmacSecret: 'dGhlaXJz' }
const credentialFields = {
  clientId: also(line(36), '"7d1f0b7e"'),
  apiKey: also(line(512), '"a b"'),
  hmacSecret: also(line(512), '"é"'),
}

export const UPSTREAMS: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/upstreams',
    path: () => '/admin/v1/upstreams',
    body: () => ({
      name: `u-${randomUUID()}`,
      baseUrl: 'https://codes.example.com',
      ...credential,
      currency: 'USD',
      lowFloat: 50,
      reason: 'a new source',
    }),
    fields: {
      name: also(line(50), '"Acme"', '"a b"', '"-acme"', '"a/b"'),
      baseUrl: also(line(1_024), ...NO_ADDRESSES),
      ...credentialFields,
      currency: currency(),
      lowFloat: optional(amount(2)),
      reason: optional(REASON),
    },
  },
  {
    route: 'PATCH /admin/v1/upstreams/{upstreamName}',
    path: ({ upstreamName }) => `/admin/v1/upstreams/${upstreamName}`,
    body: () => ({ ...credential, lowFloat: 50, active: false, reason: 'yearly' }),
    fields: {
      ...credentialFields,
      lowFloat: optional(required(...amount(2).bad.filter(({ json }) => json !== 'null'))),
      active: optional(flag()),
      reason: optional(REASON),
    },
  },
  {
    route: 'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close',
    path: ({ upstreamName, purchase }) =>
      `/admin/v1/upstreams/${upstreamName}/purchases/${purchase}/close`,
    body: () => ({ reason: 'they have no such order' }),
    accepted: [409],
    fields: { reason: REASON },
  },
]
