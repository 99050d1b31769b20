import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { CLIENT_SETTINGS, SETTINGS, type Setting } from '../../src/settings/config.ts'
import { readPage, sectionOf } from './markdown.ts'

const PATH = 'docs/settings.md'
const TABLES: readonly [string, Readonly<Record<string, Setting<unknown>>>][] = [
  ['The service', SETTINGS],
  ['Commands that call a service', CLIENT_SETTINGS],
]

// `npx vitest run test/docs/settings.test.ts -u` writes the tables anew.
test('the tables of settings are those of src/settings/config.ts', async () => {
  let page = readPage(PATH)
  for (const [heading, settings] of TABLES) page = withTable(page, heading, settings)
  const { code } = await format(PATH, page)

  await expect(code).toMatchFileSnapshot(`../../${PATH}`)
})

test('no default of a secret is shown, because none has one', () => {
  const secrets = TABLES.flatMap(([, settings]) => Object.values(settings)).filter(
    ({ isSecret }) => isSecret,
  )

  expect(secrets.length).toBeGreaterThan(4)
  expect(secrets.map(({ fallback }) => fallback)).toEqual(secrets.map(() => undefined))
})

/** The page with the table of one section written anew. */
function withTable(
  page: string,
  heading: string,
  settings: Readonly<Record<string, Setting<unknown>>>,
): string {
  const section = sectionOf(page, heading)
  const [head = ''] = /^\|.*\n\|.*$/m.exec(section) ?? []
  const rows = Object.values(settings).map((setting) => `| ${cellsOf(setting).join(' | ')} |`)
  const table = [head, ...rows].join('\n')
  return page.replace(section, () => section.replace(/(^\|.*$\n?)+/m, () => `${table}\n`))
}

/** Bounds whose short form the page explains once, above its tables. */
const SHORTER: readonly (readonly [string, string])[] = [
  ['a whole number from ', ''],
  ['1 to 1024 printable characters', 'text'],
  ['1 to 256 visible ASCII characters without spaces', 'a word'],
  ['a URL that starts with http:// or https://', 'a web address'],
]

function cellsOf({ variable, fallback, bounds, about, isSecret }: Setting<unknown>): string[] {
  const shown = fallback === undefined ? 'none' : `\`${shownDefault(fallback)}\``
  const range = SHORTER.reduce((text, [long, short]) => text.replace(long, short), bounds)
  return [`\`${variable}\``, shown, range, isSecret ? `${about} (secret)` : about]
}

function shownDefault(fallback: unknown): string {
  if (typeof fallback === 'string' || typeof fallback === 'number') return String(fallback)
  throw new Error('a default is text or a number')
}
