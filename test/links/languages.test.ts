import { expect, test } from 'vitest'
import { languageFor, type MessageName } from '../../src/links/mod.ts'
import { en } from '../../src/links/messages/en.ts'

const VALUES = /\{\w+\}/g

test('each language says all that English says, with the same values in it', () => {
  for (const tag of ['ar', 'de', 'es', 'fr', 'it', 'nl']) {
    const language = languageFor(tag, undefined)
    expect(language.tag).toBe(tag)
    for (const [name, text] of Object.entries(en)) {
      const values = text.match(VALUES) ?? []
      const marks = Object.fromEntries(values.map((value) => [value.slice(1, -1), value]))
      const said = language.text(name as MessageName, marks)
      expect({ tag, name, values: new Set(said.match(VALUES)) }).toEqual({
        tag,
        name,
        values: new Set(values),
      })
      // A value that nobody gives would be left out.
      expect(said).not.toMatch(/ {2}| $/)
    }
  }
})
