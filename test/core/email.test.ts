import { expect, test } from 'vitest'
import { EMAIL_LENGTH_MAX, normalizeEmail } from '../../src/core/mod.ts'

test.for([
  ['ann@example.com', 'ann@example.com'],
  ['  Ann.Lee+Gift@Example.COM\n', 'ann.lee+gift@example.com'],
  ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
  ['JOSE\u0301@EXAMPLE.ORG', 'jos\u00e9@example.org'],
  ['用户@例子.广告', '用户@例子.广告'],
  ['a@b.c', 'a@b.c'],
])('an e-mail is trimmed and case folded: %s', ([text = '', folded = '']) => {
  expect(normalizeEmail(text)).toBe(folded)
  expect(normalizeEmail(folded)).toBe(folded)
})

test.for([
  '',
  '   ',
  'ann',
  '@example.com',
  'ann@',
  'ann@example',
  'ann@example.',
  'ann@.example.com',
  'ann@-example.com',
  'ann@example-.com',
  'ann@exa mple.com',
  'ann lee@example.com',
  '.ann@example.com',
  'ann.@example.com',
  'a..b@example.com',
  'ann@b@example.com',
  'ann@[127.0.0.1]',
  '"ann"@example.com',
  'Ann <ann@example.com>',
  'ann@example.com, bob@example.com',
  'ann@example.com\r\nbcc: bob@example.com',
  'ann\0@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a'.repeat(64)}.com`,
])('a text that is not an e-mail address is refused: %j', (text) => {
  expect(() => normalizeEmail(text)).toThrow(
    expect.objectContaining({
      kind: 'invalid_request',
      extras: { details: [{ field: 'email', message: 'must be an e-mail address' }] },
    }),
  )
})

test('an e-mail has at most 254 characters', () => {
  const domain = `${'d'.repeat(50)}.`.repeat(4)
  const longest = `a@${domain}${'e'.repeat(EMAIL_LENGTH_MAX - domain.length - 6)}.com`

  expect(longest).toHaveLength(EMAIL_LENGTH_MAX)
  expect(normalizeEmail(longest)).toBe(longest)
  expect(() => normalizeEmail(`a${longest}`)).toThrow('at most 254')
})
