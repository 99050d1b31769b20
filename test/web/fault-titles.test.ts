import { expect, test } from 'vitest'
import { ApiError } from '../../web/src/api/api-error.ts'
import { titleOf } from '../../web/src/format/fault-title.ts'
import { messages } from '../../web/src/messages/messages.ts'
import { projectText } from '../architecture/sources.ts'

test('a refusal that says more than its code has a title of its own', () => {
  const kinds = projectText('src/core/refusal.ts').matchAll(/^  \| '(\w+)'/gm)
  const titled = Object.keys(messages.refusals)

  expect(Array.from(kinds, ([, kind]) => kind)).toEqual(expect.arrayContaining(titled))
})

test.each([
  ['/docs/errors#wallet_not_enabled', messages.refusals.wallet_not_enabled],
  ['https://x.example/docs/errors#of_a_later_version', messages.faults.BUSINESS_RULE_VIOLATION],
  [undefined, messages.faults.BUSINESS_RULE_VIOLATION],
])('a fault that is explained at %s is called %j', (docUrl, title) => {
  const fault = { code: 'BUSINESS_RULE_VIOLATION', message: 'no', ...(docUrl && { docUrl }) }
  expect(titleOf(new ApiError(new Response(), fault))).toBe(title)
})

test('each code of a response to operators and users has a title in words', () => {
  const [ofOperators = ''] = projectText('src/http/dialects.ts').split('const PARTNER_V1')
  const codes = new Set(Array.from(ofOperators.matchAll(/code: '([A-Z_]+)'/g), ([, code]) => code))
  // Pages ask for the passkey instead of showing it.
  codes.delete('STEP_UP_REQUIRED')

  expect(codes.size).toBeGreaterThan(5)
  expect(new Set(Object.keys(messages.faults))).toEqual(codes)
})

test('a state in a message is a word, and a currency or a column stays as it is', () => {
  const message =
    'the order is ON_HOLD, not COMPLETED; the currency is EUR, and must be one of IBAN'
  const details = [{ field: 'state', message: 'is OPEN' }]
  const error = new ApiError(new Response(), { code: 'CONFLICT', message, details })

  expect([error.message, error.about('state')]).toEqual([
    'the order is on hold, not completed; the currency is EUR, and must be one of IBAN',
    'is open',
  ])
})
