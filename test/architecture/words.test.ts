import { expect, test } from 'vitest'
import { linesThatMatch, projectText, sourceFile, sourceFiles, type SourceFile } from './sources.ts'

const ALL = sourceFiles('src', 'web/src', 'sdk/src').filter(
  ({ path }) => !/-operations\.ts$|\/operations\.ts$/.test(path),
)
/** This file has examples of faults. */
const TESTS = sourceFiles('test').filter(({ path }) => !path.endsWith('/words.test.ts'))

/** A member or parameter whose type says that it is a boolean. */
const BOOLEAN = /\b(?<name>[a-z]\w*)\??: boolean\b/
/** The first words of a boolean's name. `simulate` is for faults that only tests ask for. */
const ASKS = /^(is|has|can|are|was|requires|simulate)[A-Z]/
/** Names that the interfaces of others prescribe: the command line, the SDK, files, libraries. */
const FOREIGN = [
  /^sdk\//,
  /^src\/(cli|process)\//,
  /^src\/http\/docs\/render\/reference-document\.ts/,
  /^src\/demo\/demo-file\.ts/,
  /^src\/mail\/smtp-transport\.ts/,
  /^web\/src\/session\/use-methods\.ts/,
]
/** Files whose row types have the names of columns. */
const ROWS = /-rows\.ts$/
const ROW = /(Statement|sql|query)<.*\{/

/** A declared name that is only a participle: it names a state, not a thing. */
const PARTICIPLE =
  /\b(?:const|let) (?:asked|taken|kept|made|given|known)\b|[(,] ?(?:taken|kept|made|given)\??: /
/** A docstring that only refers to another function. Twins for Citus may, if they say more. */
const REFERS = /^\s*(?:\/\*\*|\*) As `\w+`(?!, (?:as|by) statements|, for a distributed|:)/

/** A comment that begins in the middle of a sentence, whose rest is in the name below it. */
const BEGINS_WITHIN = /^\s*(?:\/\*\*|\/\/) (?:Of|Those of|Given(?: if|:)) /

/** A text of a page that says "upstream", a word of the adapter and the wire. Keys may. */
const UPSTREAM = /: ['`](?!upstream')[^'`]*\bupstreams?\b/i

const DOCUMENTS = ['openapi', 'admin-openapi', 'issuer-openapi', 'portal-openapi']

function documentOf(name: string): unknown {
  return JSON.parse(projectText(`docs/${name}.json`))
}

/** Returns what people read of a document: its summaries and descriptions. */
function sentencesOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' && (name === 'summary' || name === 'description')
      ? [value]
      : sentencesOf(value),
  )
}

/** The names of booleans on the wire, which are those of the documents. */
function wireNames(): ReadonlySet<string> {
  const names = new Set<string>()
  for (const name of DOCUMENTS) collect(documentOf(name), names)
  return names
}

function collect(part: unknown, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (value?.type === 'boolean') names.add(name === 'schema' ? '' : name)
    collect(value, names)
  }
  if ('name' in part && 'schema' in part && Object(part.schema).type === 'boolean') {
    names.add(String(part.name))
  }
}

/** The names of boolean columns, as members spell them. */
function columnNames(): ReadonlySet<string> {
  const columns = projectText('src/db/schema-types.ts').matchAll(/^ +(\w+): .*\bboolean\b/gm)
  return new Set(
    Array.from(columns, ([, name = '']) =>
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ),
  )
}

const EXEMPT = new Set([...wireNames(), ...columnNames()])

/** Returns the booleans whose name is not a question, as `path:line name`. */
function misnamedBooleans(files: readonly SourceFile[]): string[] {
  const ours = files.filter(({ path }) => !FOREIGN.some((foreign) => foreign.test(path)))
  return ours.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, at) =>
      Array.from(line.matchAll(new RegExp(BOOLEAN, 'g'))).flatMap(({ groups }) => {
        const name = groups?.['name'] ?? ''
        const place = `${path}:${at + 1}`
        const isColumn = ROWS.test(path) || ROW.test(line) || name.includes('_')
        const isFine = ASKS.test(name) || isColumn || EXEMPT.has(name)
        return isFine ? [] : [`${place} ${name}`]
      }),
    ),
  )
}

test('a boolean starts with is, has or can, unless the wire or a column named it', () => {
  expect(misnamedBooleans(ALL)).toEqual([])
})

test('a variable or parameter is not a bare participle', () => {
  expect(linesThatMatch([...ALL, ...TESTS], PARTICIPLE)).toEqual([])
})

test('pages call each company that sells to us a "supplier"', () => {
  const pages = ALL.filter(({ path }) => path.startsWith('web/src/messages/en'))
  expect(pages.length).toBeGreaterThan(5)
  expect(linesThatMatch(pages, UPSTREAM)).toEqual([])
})

test('a sentence of an OpenAPI document says "supplier", too', () => {
  const sentences = DOCUMENTS.flatMap((name) => sentencesOf(documentOf(name)))
  const wrong = sentences.filter((text) => /\bupstreams?\b/i.test(text.replaceAll(/`[^`]*`/g, '')))

  expect(sentences.length).toBeGreaterThan(1000)
  expect(wrong.filter((text) => text !== 'Paths of upstreams')).toEqual([])
})

test('a docstring is whole: it does not begin with "As" and another name', () => {
  expect(linesLike(REFERS, ALL)).toEqual([])
})

test('a comment begins with its subject, not with "Of" or "Given if"', () => {
  expect(linesLike(BEGINS_WITHIN, ALL)).toEqual([])
})

function linesLike(pattern: RegExp, files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  )
}

test('each check finds a fault, and accepts correct text', () => {
  const faulty = sourceFile(
    'src/core/a.ts',
    '/** As `other`, twice. */\nfunction a(made: Row, stopped: boolean) {\n  const taken = 1\n}\n',
  )
  const fine = sourceFile(
    'src/core/a.ts',
    '/** Returns the row. */\nfunction a(row: Row, isStopped: boolean, is_open: boolean) {}\n',
  )

  expect(misnamedBooleans([faulty])).toEqual(['src/core/a.ts:2 stopped'])
  expect(linesThatMatch([faulty], PARTICIPLE)).toEqual(['src/core/a.ts:2', 'src/core/a.ts:3'])
  expect(linesLike(REFERS, [faulty])).toEqual(['src/core/a.ts:1'])
  expect(linesLike(BEGINS_WITHIN, [sourceFile('a.ts', '/** Of one that waits. */')])).toEqual([
    'a.ts:1',
  ])
  expect(misnamedBooleans([fine])).toEqual([])
  expect(linesThatMatch([fine], PARTICIPLE)).toEqual([])
  expect(linesLike(REFERS, [fine])).toEqual([])
  expect(linesLike(BEGINS_WITHIN, [fine])).toEqual([])
})
