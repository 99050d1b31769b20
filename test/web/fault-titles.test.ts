import { expect, test } from 'vitest'
import { messages } from '../../web/src/messages/messages.ts'
import { projectText } from '../architecture/sources.ts'

test('each code of a response to operators and users has a title in words', () => {
  const [ofOperators = ''] = projectText('src/http/dialects.ts').split('const PARTNER_V1')
  const codes = new Set(Array.from(ofOperators.matchAll(/code: '([A-Z_]+)'/g), ([, code]) => code))
  // Pages ask for the passkey instead of showing it.
  codes.delete('STEP_UP_REQUIRED')

  expect(codes.size).toBeGreaterThan(5)
  expect(new Set(Object.keys(messages.faults))).toEqual(codes)
})
