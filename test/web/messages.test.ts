import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALERT_KINDS } from '../../src/alerts/alert.ts'
import { ADAPTERS } from '../../src/connectors/mod.ts'
import { approvalOf } from '../../src/http/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { SETTINGS } from '../../src/settings/mod.ts'
import { projectText, sourceFiles } from '../architecture/sources.ts'

const FOLDER = new URL('../../web/src/messages/', import.meta.url)
const WEB = new URL('../../web/src/', import.meta.url)
const NAMES = readdirSync(FOLDER).flatMap((name) => /^en(.*\.ts)$/.exec(name)?.[1] ?? [])

/** Texts that are the same word in both languages, or no words. */
const EQUAL = new Set(
  (
    'Tessera Portal Name Status Code PIN BIC Bank Webhooks Links Link Shop Wallets ' +
    'Wallet Partner Version SHA-256 System Navigation Logo Budget Import Browser ' +
    'Downloads Passkeys Token Live Restaurants Software Streaming Limits Defaults live ' +
    'test codes credentials exports consumers checkpoints vault generator upstream ' +
    'wallet sandbox data master bought notBought true false GIFT_CARD TOP_UP ' +
    'BILL_PAYMENT ACCOUNT_CREDIT FIXED VARIABLE x-timestamp x-client-id x-body-hash ' +
    'Idempotency-Key x-nonce ms Reloadly Tillo DingConnect Runa Team Person links wallets webhooks'
  ).split(' '),
)

type Tree = Readonly<Record<string, unknown>>
type Texts = ReadonlyMap<string, string>

/** Returns each text by its path, with marks as parameters, so that a lost parameter is found. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return formsOf(value, path)
  return Object.entries(value as Tree).flatMap(([name, one]) => textsOf(one, `${path}.${name}`))
}

/** Returns both forms of a text: with marks for many, and with `1`, as number and as text. */
function formsOf(make: unknown, path: string): [string, string][] {
  const text = make as (...values: unknown[]) => string
  const marks = Array.from({ length: text.length }, (_, at) => `«${at}»`)
  const ones = [marks.map(() => 1), marks.map(() => '1')]
  return [marks, ...ones].map((values, at) => [`${path}(${at})`, text(...values)])
}

async function read(language: string): Promise<Texts> {
  const files = await Promise.all(
    NAMES.map(async (name): Promise<[string, string][]> => {
      const module: unknown = await import(new URL(language + name, FOLDER).href)
      return textsOf(module, name)
    }),
  )
  // Leaves out the texts that English does not need.
  return new Map(
    files.flat().filter(([path]) => !/\.(words|fieldNames|alertMessages|abouts)\./.test(path)),
  )
}

const marksOf = (text: string): string =>
  (text.match(/«\d»|\{\{ \w+ \}\}/g) ?? []).toSorted().join()

test('each text has a German translation with the same parameters, and there is no other German text', async () => {
  const [english, german] = await Promise.all([read('en'), read('de')])

  expect(english.size).toBeGreaterThan(1_500)
  expect(new Set(german.keys())).toEqual(new Set(english.keys()))
  const lost = [...english].filter(
    ([path, text]) => marksOf(text) !== marksOf(german.get(path) ?? ''),
  )
  expect(lost).toEqual([])
})

test('each text is translated, except those that are equal in both languages', async () => {
  const [english, german] = await Promise.all([read('en'), read('de')])
  const copies = [...english].filter(
    ([path, text]) => german.get(path) === text && /[A-Za-z]{2}/.test(text.replaceAll(/«\d»/g, '')),
  )
  const unknown = copies.filter(([, text]) => !EQUAL.has(text.replace(/«0»|\b1\b/, '').trim()))
  expect(unknown).toEqual([])
})

test('values that a program reads are the same in both languages', async () => {
  const [english, german] = await Promise.all([read('en'), read('de')])
  const values = [...english].filter(([path]) => /\.\d+\.value$/.test(path))

  expect(values.length).toBeGreaterThan(10)
  for (const [path, value] of values) expect([path, german.get(path)]).toEqual([path, value])
})

test('each state, kind and role that pages show has a German word', async () => {
  const { messages } = await import('../../web/src/messages/de.ts')
  const words = new Set<string>()
  for (const file of ['docs/admin-openapi.json', 'docs/portal-openapi.json']) {
    collect(JSON.parse(projectText(file)), '', words)
  }

  expect(words.size).toBeGreaterThan(60)
  expect([...words].filter((word) => !Object.hasOwn(messages.words, word))).toEqual([])
})

test('a badge has its color from a value, or from its property, because words differ by language', () => {
  const pages = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(new URL(path, WEB), 'utf8'))
  const badges = pages.flatMap((page) => page.match(/<StatusBadge\b[^>]*>/g) ?? [])

  expect(badges.length).toBeGreaterThan(40)
  const isWord = /\b(\w*[tT]exts|messages)\./
  expect(badges.filter((badge) => isWord.test(badge) && !badge.includes('color='))).toEqual([])
})

test('each field of an adapter, or of an act with approval, has a German name', async () => {
  const { fieldTexts } = await import('../../web/src/messages/de-field-names.ts')
  const adapterFields = Object.values(ADAPTERS)
    .flatMap(({ manifest: { secrets, account, settings } }) => [secrets, account, settings])
    .flatMap((shape) => Object.keys(objectOf(objectOf(shape)['properties'])))
  const fields = new Set([...adapterFields, ...fieldsOfApprovableActs()])

  expect(fields.size).toBeGreaterThan(50)
  expect([...fields].filter((name) => !Object.hasOwn(fieldTexts.fieldNames, name))).toEqual([])
})

test('each help of an adapter for a field has a German translation', async () => {
  const { supplyTexts } = await import('../../web/src/messages/de-supply.ts')
  const abouts = Object.values(ADAPTERS)
    .flatMap(({ manifest: { secrets, account, settings } }) => [secrets, account, settings])
    .flatMap((shape) => Object.values(objectOf(objectOf(shape)['properties'])))
    .flatMap((field) => objectOf(field)['description'] ?? [])
    .map(String)

  expect(abouts.length).toBeGreaterThan(15)
  expect(new Set(Object.keys(supplyTexts.abouts))).toEqual(new Set(abouts))
})

test('each act with approval says in German what it does', async () => {
  const { approvalTexts } = await import('../../web/src/messages/de-approvals.ts')
  const operations = approvableOperations().map(({ operationId }) => String(operationId))

  expect(operations.length).toBeGreaterThan(20)
  expect(new Set(Object.keys(approvalTexts.abouts))).toEqual(new Set(operations))
})

test('each act of the audit log has a name', async () => {
  const { auditTexts } = await import('../../web/src/messages/en-audit.ts')
  const lines = sourceFiles('src').flatMap(({ text }) => text.match(/^.*\baction:? .*$/gm) ?? [])
  const literals = lines.flatMap((line) => line.match(/'[a-z_-]+\.[a-z_-]+'/g) ?? [])
  const acts = new Set(literals.map((literal) => literal.slice(1, -1)))

  expect(acts.size).toBeGreaterThan(100)
  expect([...acts].filter((act) => !Object.hasOwn(auditTexts.acts, act))).toEqual([])
})

test('each setting says in German what it is for', async () => {
  const { settingTexts } = await import('../../web/src/messages/de-settings.ts')
  const names = Object.values(SETTINGS).map(({ variable }) => variable)

  expect(new Set(Object.keys(settingTexts.abouts))).toEqual(new Set(names))
})

test('each fault of a webhook delivery has German words, also with numbers and inside another', async () => {
  const [{ faultTexts }, { faultInWords }] = await Promise.all([
    import('../../web/src/messages/de-faults.ts'),
    import('../../web/src/format/fault-words.ts'),
  ])
  const phrases = projectText('src/webhooks/sender.ts').matchAll(/[:?] ['`]((?:the|no) [^'`]+)/g)
  const faults = Array.from(phrases, ([, phrase = '']) => phrase.replace(/\$\{.*\}/, '10'))

  expect(faults.length).toBeGreaterThan(10)
  expect(faults.filter((fault) => faultInWords(fault, faultTexts.words) === fault)).toEqual([])
  const fault = '2 of 3 are there; HTTP 502: no response within 10 s'
  expect(faultInWords(fault, faultTexts.words)).toBe(
    '2 von 3 sind da; HTTP 502: keine Antwort binnen 10 s',
  )
})

test('the German text of an alert names only details that occur in the files that raise the alert', async () => {
  const { alertTexts } = await import('../../web/src/messages/de-alerts.ts')
  const raising = sourceFiles('src')
    .filter(({ path }) => !/alerts\/alert\.ts$|meanings\.ts$/.test(path))
    .map(({ text }) => text)
  const lost = Object.entries(alertTexts.alertMessages).flatMap(([kind, texts]) => {
    const sources = raising.filter((text) => text.includes(`'${kind}'`)).join('\n')
    const names = texts.join().matchAll(/\{(\w+)(?:\|(\w+))?\}/g)
    return Array.from(names, ([, name, currency]) => [name, currency])
      .flat()
      .filter((name) => name !== undefined && !new RegExp(`\\b${name}\\b`).test(sources))
      .map((name) => `${kind}: ${name}`)
  })

  expect(Object.keys(alertTexts.alertMessages)).toHaveLength(ALERT_KINDS.length)
  expect(lost).toEqual([])
})

/** Returns the fields of the bodies of requests with approval. */
function fieldsOfApprovableActs(): string[] {
  const schemas = objectOf(objectOf(operatorApi()['components'])['schemas'])
  return approvableOperations().flatMap(({ requestBody }) => {
    const { content } = objectOf(requestBody)
    const { schema } = objectOf(objectOf(content)['application/json'])
    const { $ref, properties } = objectOf(schema)
    const name = String($ref).replace('#/components/schemas/', '')
    return Object.keys(objectOf(properties ?? objectOf(schemas[name])['properties']))
  })
}

function approvableOperations(): Tree[] {
  const ids = ROUTES.filter(approvalOf).map(({ operation }) => operation.operationId)
  return Object.values(objectOf(operatorApi()['paths']))
    .flatMap((path) => Object.values(objectOf(path)).map(objectOf))
    .filter(({ operationId }) => ids.includes(String(operationId)))
}

function operatorApi(): Tree {
  return objectOf(JSON.parse(projectText('docs/admin-openapi.json')))
}

function objectOf(value: unknown): Tree {
  return typeof value === 'object' && value !== null ? (value as Tree) : {}
}

/** The fields whose values `readable` puts into words. */
const SHOWN = ['status', 'state', 'role', 'orderStatus', 'productType', 'category', 'severity']

function collect(value: unknown, field: string, words: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    if (name === 'enum' && Array.isArray(one) && SHOWN.includes(field)) {
      for (const word of one) if (typeof word === 'string') words.add(word)
    }
    const isName = !['items', 'schema', 'anyOf', 'oneOf'].includes(name)
    collect(one, isName ? name : field, words)
  }
}
