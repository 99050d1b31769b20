import { expect, test } from 'vitest'
import { weaknessOf } from '../../src/identity/weak-passwords.ts'

const ANN = ['Ann Lee', 'ann.lee@example.com']

test.each([
  ['passwordpassword', 'common'],
  ['123456789012', 'common'],
  ['P@ssw0rd1234', 'common'],
  ['zaq1xsw2cde3', 'common'],
  ['abcabcabcabcabc', 'common'],
  ['x'.repeat(256), 'common'],
  ['tesseratessera', 'own'],
  ['Welcome2Tessera', 'own'],
  ['ann.lee@example.com', 'own'],
  ['AnnLee-Example1', 'own'],
  ['correct horse battery staple', undefined],
  ['my name is ann lee, the gardener', undefined],
  ['Xk7pQ2mN9wLz', undefined],
  ['kafka am strand', undefined],
])('the weakness of the password %s is %s', async (password, weakness) => {
  expect(await weaknessOf(password, ANN)).toBe(weakness)
})

test('names and addresses may have any characters', async () => {
  const emails = ['[A+B] (C)', '', 'İ\\d.*+@x.example']

  expect(await weaknessOf('correct horse battery staple', emails)).toBeUndefined()
  expect(await weaknessOf('[a+b] (c)[A+B] (C)', emails)).toBe('own')
})
