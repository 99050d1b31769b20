import { describe, expect, test } from 'vitest'
import { Refusal, type RefusalKind } from '../../src/core/mod.ts'
import {
  faultResponse,
  refusalResponse,
  DIALECTS,
  familyOf,
  type Family,
} from '../../src/http/dialects.ts'

/**
 * The table "Status to code mapping shown" of the interface, with what section 3 of the decisions
 * adds.
 */
const RESPONSES: [Family, RefusalKind, number, string][] = [
  ['v2', 'invalid_request', 400, 'VALIDATION_ERROR'],
  ['v2', 'invalid_parameters', 400, 'VALIDATION_ERROR'],
  ['v2', 'unauthenticated', 401, 'AUTHENTICATION_ERROR'],
  ['v2', 'permission_missing', 403, 'AUTHORIZATION_ERROR'],
  ['v2', 'insufficient_funds', 402, 'BUSINESS_RULE_VIOLATION'],
  ['v2', 'not_found', 404, 'RESOURCE_NOT_FOUND'],
  ['v2', 'idempotency_conflict', 409, 'BUSINESS_RULE_VIOLATION'],
  ['v2', 'client_reference_exists', 409, 'BUSINESS_RULE_VIOLATION'],
  ['v2', 'order_not_completed', 409, 'BUSINESS_RULE_VIOLATION'],
  ['v2', 'method_not_allowed', 405, 'VALIDATION_ERROR'],
  ['v2', 'unsupported_media_type', 415, 'VALIDATION_ERROR'],
  ['v2', 'body_too_large', 413, 'VALIDATION_ERROR'],
  ['v2', 'rate_limited', 429, 'RATE_LIMIT_EXCEEDED'],
  ['v2', 'overloaded', 503, 'INTERNAL_SERVER_ERROR'],
  ['v2', 'link_invalid', 403, 'AUTHORIZATION_ERROR'],
  ['partner-v1', 'invalid_request', 400, 'VALIDATION_ERROR'],
  ['partner-v1', 'wallet_exists', 400, 'VALIDATION_ERROR'],
  ['partner-v1', 'invalid_parameters', 422, 'VALIDATION_ERROR'],
  ['partner-v1', 'consumer_unknown', 422, 'VALIDATION_ERROR'],
  ['partner-v1', 'unauthenticated', 403, 'AUTHENTICATION_ERROR'],
  ['partner-v1', 'permission_missing', 403, 'AUTHORIZATION_ERROR'],
  ['partner-v1', 'insufficient_funds', 402, 'BUSINESS_RULE_ERROR'],
  ['partner-v1', 'reference_conflict', 403, 'BUSINESS_RULE_ERROR'],
  ['partner-v1', 'wallet_unknown', 404, 'RESOURCE_NOT_FOUND'],
  ['partner-v1', 'wallet_not_enabled', 409, 'BUSINESS_RULE_ERROR'],
  ['partner-v1', 'wallet_insufficient', 500, 'SYSTEM_ERROR'],
  ['partner-v1', 'rate_limited', 429, 'RATE_LIMIT_EXCEEDED'],
  ['admin-v1', 'unauthenticated', 401, 'AUTHENTICATION_ERROR'],
  ['admin-v1', 'step_up_required', 403, 'STEP_UP_REQUIRED'],
  ['admin-v1', 'reference_conflict', 409, 'BUSINESS_RULE_VIOLATION'],
  ['admin-v1', 'upstream_unavailable', 503, 'UPSTREAM_UNAVAILABLE'],
]

const V2_CODES = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'RESOURCE_NOT_FOUND',
  'BUSINESS_RULE_VIOLATION',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
]

describe('the dialects', () => {
  test.each(RESPONSES)('%s responds to %s with %i %s', (family, kind, status, code) => {
    expect(DIALECTS[family][kind]).toEqual({ status, code })
  })

  test('/v2 has only the codes of the interface, and the operator API has two more', () => {
    for (const { code } of Object.values(DIALECTS.v2)) expect(V2_CODES).toContain(code)
    for (const { code } of Object.values(DIALECTS['admin-v1'])) {
      expect([...V2_CODES, 'STEP_UP_REQUIRED', 'UPSTREAM_UNAVAILABLE']).toContain(code)
    }
  })

  test('only overload, an absent upstream and, for partners, an insufficient wallet are 5xx', () => {
    for (const [family, table] of Object.entries(DIALECTS)) {
      for (const [kind, { status }] of Object.entries(table)) {
        const isServerFault =
          ['overloaded', 'upstream_unavailable'].includes(kind) ||
          (family === 'partner-v1' && kind === 'wallet_insufficient')
        expect(status >= 500).toBe(isServerFault)
      }
    }
  })

  test.each([
    ['/v2/orders', 'v2'],
    ['/nothing', 'v2'],
    ['/api/partner/v1', 'partner-v1'],
    ['/api/partner/v1/customer?page=0', 'partner-v1'],
    ['/api/partner/v1?x', 'partner-v1'],
    ['/api/partner/v10', 'v2'],
    ['/api/partner', 'v2'],
    ['/admin/v1/partners', 'admin-v1'],
    ['', 'v2'],
  ])('%s belongs to %s', (target, family) => {
    expect(familyOf(target)).toBe(family)
  })

  test('bodies have the shape of their family, and the field `details` only if there are some', () => {
    const details = [{ field: 'items[0].amount', message: 'must be a number' }]
    const refusal = new Refusal('invalid_request', 'no', { details })

    expect(refusalResponse('v2', refusal).body).toEqual({
      error: { code: 'VALIDATION_ERROR', message: 'no', details },
    })
    expect(refusalResponse('partner-v1', new Refusal('not_found', 'no')).body).toEqual({
      success: false,
      error: { code: 'RESOURCE_NOT_FOUND', message: 'no' },
    })
    expect(faultResponse('partner-v1')).toMatchObject({
      status: 500,
      body: { success: false, error: { code: 'INTERNAL_SERVER_ERROR' } },
    })
  })

  test('operators get a link to what the error means, absolute if the public URL is known', () => {
    const refusal = new Refusal('insufficient_funds', 'no')
    const section = '/docs/errors#insufficient_funds'
    const docUrl = (publicUrl?: string): object => ({
      error: {
        code: 'BUSINESS_RULE_VIOLATION',
        message: 'no',
        docUrl: `${publicUrl ?? ''}${section}`,
      },
    })
    const publicUrl = 'https://api.example.com'

    expect(refusalResponse('admin-v1', refusal).body).toEqual(docUrl())
    expect(refusalResponse('admin-v1', refusal, publicUrl).body).toEqual(docUrl(publicUrl))
    expect(refusalResponse('v2', refusal, publicUrl).body).not.toHaveProperty('error.docUrl')
  })

  test.each(['v2', 'partner-v1'] as const)(
    '%s has the link to what the error means in a header',
    (family) => {
      const refusal = new Refusal('insufficient_funds', 'no')
      const publicUrl = 'https://api.example.com'
      const section = '/docs/errors#insufficient_funds'

      expect(refusalResponse(family, refusal).headers).toEqual(linkOf(section))
      expect(refusalResponse(family, refusal, publicUrl).headers).toEqual(
        linkOf(publicUrl + section),
      )
      expect(faultResponse(family).headers).toEqual(linkOf('/docs/errors#internal_server_error'))
      expect(refusalResponse('admin-v1', refusal, publicUrl).headers).toEqual({})
    },
  )

  test('429 and 503 have Retry-After, 405 has Allow', () => {
    const limited = new Refusal('rate_limited', 'no', { retryAfterSeconds: 7 })
    const wrong = new Refusal('method_not_allowed', 'no', { allow: 'GET, POST' })

    expect(refusalResponse('v2', limited).headers).toMatchObject({ 'retry-after': '7' })
    expect(refusalResponse('v2', new Refusal('overloaded', 'no')).headers).toMatchObject({
      'retry-after': '1',
    })
    expect(refusalResponse('v2', wrong).headers).toMatchObject({ allow: 'GET, POST' })
  })
})

function linkOf(address: string): object {
  return { link: `<${address}>; rel="help"` }
}

test('a refusal that becomes a 400 does not compile without details', () => {
  const lacking = [
    // @ts-expect-error: the details are missing.
    () => new Refusal('invalid_request', 'no'),
    // @ts-expect-error: the details are missing.
    () => new Refusal('wallet_exists', 'no', {}),
  ]
  expect(lacking).toHaveLength(2)

  const statuses = Object.values(DIALECTS).flatMap((kinds) => Object.entries(kinds))
  const kinds = statuses.filter(([, { status }]) => status === 400).map(([kind]) => kind)
  expect(new Set(kinds)).toEqual(
    new Set(['invalid_request', 'invalid_parameters', 'wallet_exists']),
  )
})
