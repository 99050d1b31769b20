import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCurrency } from '../../src/core/mod.ts'
import { languageFor, type MessageName } from '../../src/links/mod.ts'
import { en } from '../../src/links/messages/en.ts'
import { LINK_LANGUAGES } from '../../web/src/portal/link-languages.ts'

const MESSAGES = join(import.meta.dirname, '../../src/links/messages')

const VALUES = /\{\w+\}/g

test('each language has all texts of English, with the same placeholders', () => {
  for (const tag of LINK_LANGUAGES) {
    const language = languageFor(tag, undefined)
    expect(language.tag).toBe(tag)
    for (const [name, text] of Object.entries(en)) {
      const values = text.match(VALUES) ?? []
      const marks = Object.fromEntries(values.map((value) => [value.slice(1, -1), value]))
      const message = language.text(name as MessageName, marks)
      expect({ tag, name, values: new Set(message.match(VALUES)) }).toEqual({
        tag,
        name,
        values: new Set(values),
      })
      // A placeholder without a value would leave spaces like these.
      expect(message).not.toMatch(/ {2}| $/)
    }
  }
})

test('a sender in the portal can choose each language of the page', () => {
  const files = readdirSync(MESSAGES).map((name) => name.replace('.ts', ''))
  expect(LINK_LANGUAGES).toEqual(files.toSorted())
})

test('an amount stays together where text reads from right to left', () => {
  const dollars = findCurrency('USD')
  if (!dollars) throw new Error('the dollar is listed')
  expect(languageFor('ar', undefined).amount(6_000n, dollars)).toBe('\u206660.00\u00a0US$\u2069')
})

test('a sentence has no second full stop after a name that ends with one; Arabic isolates the name', () => {
  const values = { sender: 'Acme Inc.', date: '1 May' }
  expect(languageFor('en', undefined).text('claimBy', values)).toMatch(/ to Acme Inc\.$/)
  expect(languageFor('ar', undefined).text('claimBy', values)).toMatch(/ \u2068Acme Inc\.\u2069$/)
  expect(languageFor('en', undefined).text('cancelled', { sender: 'Acme' })).toMatch(/ Acme\.$/)
})
