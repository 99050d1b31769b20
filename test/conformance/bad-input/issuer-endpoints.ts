import { randomUUID } from 'node:crypto'
import type { EndpointCase } from './endpoints.ts'
import { amount, anyText, currency, flag, line, optional } from './values.ts'

const reference = () => ({ reference: randomUUID() })
const REFERENCE = line(100)
const CODE = anyText(100)

/** The routes that merchants call. */
export const ISSUER: readonly EndpointCase[] = [
  {
    route: 'POST /issuer/v1/balance',
    body: ({ code }) => ({ code }),
    fields: { code: CODE },
  },
  {
    route: 'POST /issuer/v1/authorizations',
    body: ({ code }) => ({
      code,
      currency: 'USD',
      amount: 0.01,
      allowPartial: true,
      ...reference(),
    }),
    fields: {
      code: CODE,
      currency: currency(),
      amount: amount(2),
      allowPartial: optional(flag()),
      reference: REFERENCE,
    },
  },
  {
    route: 'POST /issuer/v1/authorizations/{authorizationId}/capture',
    body: () => ({ amount: 0.01, ...reference() }),
    accepted: [200, 409],
    fields: { amount: optional(amount(2)), reference: REFERENCE },
  },
  {
    route: 'POST /issuer/v1/authorizations/{authorizationId}/void',
    body: reference,
    accepted: [200, 409],
    fields: { reference: REFERENCE },
  },
  {
    route: 'POST /issuer/v1/captures/{captureId}/refund',
    body: () => ({ amount: 0.01, ...reference() }),
    fields: { amount: amount(2), reference: REFERENCE },
  },
  {
    route: 'POST /issuer/v1/reversals',
    body: reference,
    fields: { reference: REFERENCE },
  },
]
