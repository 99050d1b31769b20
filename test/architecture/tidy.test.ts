import { expect, test } from 'vitest'
import { linesThatMatch, projectText, sourceFile, sourceFiles, type SourceFile } from './sources.ts'

const LINE_LENGTH_MAX = 100
/** A line that may be longer: a test's name, which the formatter leaves where its test begins. */
const TITLE =
  /^ *(\]\)|(test|describe)(\.each\(.*\))?)\((?<mark>['"`]).*\k<mark>, (async )?\(.*\) => \{$/
const VAGUE_NAME = /(^|[/.-])(utils?|helpers?|commons?|misc)[.-]/i
/** In pieces, so that the check does not find them in this file. */
const [LATER = '', BROKEN = ''] = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
].map((parts) => parts.join(''))
const [SKIP, ONLY, LOG, ERROR, SKIP_IF, ARROW] = [
  '.skip',
  '.only',
  '.log',
  '.error',
  '.skipIf',
  '=>',
]
const UNFINISHED = new RegExp(String.raw`\b(${LATER}|${BROKEN})\b`)
const NOT_RUN =
  /\b(test|it|describe|suite)(\.\w+)*\.(skip|only|todo|skipIf|runIf)\b|\bcontext\.skip\(/
/** A parameter of one letter, as in `map((x) => ...)`. */
const LETTER = /\([a-z]\) =>/
/** A statement that writes rows. A query may be in the file that uses it. */
const WRITES_ROWS = anyOf(
  '',
  /`\s*(insert into [a-z]|(delete from|merge into|update [a-z_]+( [a-z]+)?\s+set)\b)/,
  /\b[A-Z_]+\.insert\(/,
)
const WRITES_ORDERS = anyOf(
  'i',
  /\b(insert into|update|delete from|merge into|truncate|copy)\s+(public\.)?order(s|_events)\b/,
  /ORDER(S|_EVENTS)\.insert\(/,
  /\btable<[^(]+\(\s*'order(s|_events)'/,
)
const CONSOLE = /\bconsole\s*\./
/** The build puts all sources into one folder. */
const RELATIVE_FILE = /(\bnew URL\(.*\b|\bbesideUrl: )import\.meta\.url\b/
const FINDS_FILES = [
  'src/core/project.ts',
  'src/imports/thread-client.ts',
  'src/identity/password-client.ts',
  'src/documents/print-document.ts',
]

const ALL = sourceFiles('src', 'test', 'bench', 'scripts', 'bin', 'migrations')
const WRITES_TO_THE_TERMINAL = [
  'src/cli/',
  'scripts/',
  'bin/',
  'bench/run.ts',
  'bench/credit-file.ts',
  // A program of its own, which prints its result.
  'test/db/bundled-checkout.ts',
]

/** The checks. Each returns the faults that it finds in the files of the project. */
const CHECKS = {
  'no line is longer than 100 columns': (files: readonly SourceFile[]) =>
    files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (isTooLong(line) ? [`${path}:${at + 1}`] : [])),
    ),
  'no file has a name that says nothing': (files: readonly SourceFile[]) =>
    files.map(({ path }) => path).filter((path) => VAGUE_NAME.test(path)),
  'nothing is left to be done': (files: readonly SourceFile[]) =>
    files.filter(({ text }) => UNFINISHED.test(text)).map(({ path }) => path),
  'no test is skipped, and none keeps others from running': (files: readonly SourceFile[]) =>
    linesThatMatch(files, NOT_RUN),
  'no parameter is one letter': (files: readonly SourceFile[]) => linesThatMatch(files, LETTER),
  'rows are written in files that are named for it': (files: readonly SourceFile[]) =>
    linesThatMatch(files, WRITES_ROWS).filter((place) => /^src\/(?!.*-rows\.ts:)/.test(place)),
  'orders and their events are written in one file': (files: readonly SourceFile[]) =>
    linesThatMatch(files, WRITES_ORDERS).filter((place) =>
      /^src\/(?!orders\/order-(status-rows|columns)\.ts:|distribution\/orders-rows)/.test(place),
    ),
  'only commands write to the terminal': (files: readonly SourceFile[]) =>
    linesThatMatch(files, CONSOLE).filter(
      (place) => !WRITES_TO_THE_TERMINAL.some((allowed) => place.startsWith(allowed)),
    ),
  'files of the project are found from its root, also by what is built': (
    files: readonly SourceFile[],
  ) =>
    linesThatMatch(files, RELATIVE_FILE).filter(
      (place) =>
        place.startsWith('src/') && !FINDS_FILES.some((allowed) => place.startsWith(`${allowed}:`)),
    ),
}

type CheckName = keyof typeof CHECKS

const NAMES = Object.keys(CHECKS) as CheckName[]

function anyOf(flags: string, ...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags)
}

function isTooLong(line: string): boolean {
  return line.length > LINE_LENGTH_MAX && !TITLE.test(line)
}

test.each(NAMES)('%s', (name) => {
  expect(CHECKS[name](ALL)).toEqual([])
})

const FINE = sourceFile('src/core/money.ts', `${'x'.repeat(100)}\nlog.info('done')\ntest('x')\n`)

/** A path and a text with a fault that the check must see, once. */
const FAULTS: Readonly<Record<CheckName, readonly (readonly [string, string])[]>> = {
  'no line is longer than 100 columns': [
    ['a.ts', 'x'.repeat(101)],
    ['a.ts', `// test('${'x'.repeat(100)}', () => {`],
    ['a.ts', `const title = '${'x'.repeat(100)}'`],
  ],
  'no file has a name that says nothing': [
    ['src/core/util.ts', ''],
    ['src/core/money-utils.ts', ''],
    ['test/helpers.ts', ''],
    ['src/common.test.ts', ''],
    ['src/misc-things.ts', ''],
  ],
  'nothing is left to be done': [
    ['a.ts', `// ${LATER}: more`],
    ['a.ts', `const ${BROKEN} = 1`],
  ],
  'no test is skipped, and none keeps others from running': [
    ['a.ts', `test${SKIP}('x', () => undefined)`],
    ['a.ts', `describe${ONLY}('x', () => undefined)`],
    ['a.ts', `it.concurrent${ONLY}('x')`],
    ['a.ts', `test${SKIP_IF}(true)('x', () => undefined)`],
  ],
  'no parameter is one letter': [
    ['a.ts', `rows.map((r) ${ARROW} r.id)`],
    ['a.ts', `column((o) ${ARROW} o.orderNo)}::bigint[],`],
  ],
  'rows are written in files that are named for it': [
    ['src/orders/orders.ts', 'return sql`\n  insert into orders'],
    ['src/orders/orders.ts', 'return sql`\n  update orders o\n  set status'],
    ['src/orders/read-orders.ts', 'sql`delete from orders`'],
    ['src/orders/orders.ts', 'return LINES.insert(lines, partnerId)'],
  ],
  'orders and their events are written in one file': [
    ['src/fulfillment/lease-rows.ts', "sql`with a as (update orders set status = 'PROCESSING')"],
    ['src/fulfillment/lease-rows.ts', 'sql`\n  update\n    orders o set hold_no = null`'],
    ['src/orders/order-rows.ts', 'sql`insert into orders (partner_id)`'],
    ['src/orders/line-rows.ts', 'sql`delete from order_events`'],
    ['src/orders/line-rows.ts', 'return ORDERS.insert(orders, group)'],
    ['src/cases/case-rows.ts', "table<OrdersRow, Order>(\n  'orders', {})"],
    ['src/inventory/list-lots.ts', 'sql`merge into public.orders o`'],
  ],
  'only commands write to the terminal': [
    ['src/core/money.ts', `console${LOG}(1)`],
    ['test/core/money.test.ts', `  console${ERROR}(1)`],
  ],
  'files of the project are found from its root, also by what is built': [
    ['src/cli/run.ts', "new URL('../../package.json', import.meta.url)"],
  ],
}

test.each(NAMES)('%s: the check finds a fault and accepts correct text', (name) => {
  for (const [path, text] of FAULTS[name]) {
    expect([path, text, CHECKS[name]([FINE, sourceFile(path, text)]).length]).toEqual([
      path,
      text,
      1,
    ])
  }
  expect(CHECKS[name]([FINE])).toEqual([])
})

test('a name of a test may be long, and a command may write', () => {
  const title = `test('${'x'.repeat(100)}', async () => {`
  const command = sourceFile('src/cli/print.ts', `console${LOG}(1)`)

  expect(CHECKS['no line is longer than 100 columns']([sourceFile('a.ts', title)])).toEqual([])
  expect(CHECKS['only commands write to the terminal']([command])).toEqual([])
})

test('the lock file and the settings of npm name no registry', () => {
  const { packages } = JSON.parse(projectText('package-lock.json'))

  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(packagesWithAddress(packages)).toEqual([])
  expect(projectText('.npmrc')).not.toMatch(/registry/)
  const resolved = 'https://registry.example/a.tgz'
  expect(packagesWithAddress({ a: {}, b: { resolved } })).toEqual(['b'])
})

test('the lock files have a hash of every package, by which npm knows its bytes', () => {
  for (const path of ['package-lock.json', 'scripts/stryker/package-lock.json']) {
    const { packages } = JSON.parse(projectText(path))
    expect(Object.keys(packages).length).toBeGreaterThan(100)
    expect(packagesWithoutHash(packages)).toEqual([])
  }
  const integrity = 'sha512-AAAA'
  const found = { '': {}, sdk: {}, 'node_modules/a': { integrity }, 'node_modules/b': {} }
  expect(packagesWithoutHash(found)).toEqual(['node_modules/b'])
})

test('the lock file has the packages of every platform: `npm ci` refuses one that lacks any', () => {
  const { packages } = JSON.parse(projectText('package-lock.json'))

  expect(optionalPackages(packages).length).toBeGreaterThan(50)
  expect(
    optionalPackages(packages).filter((places) => !places.some((at) => at in packages)),
  ).toEqual([])
})

/** Where each package may stand that another one can do without. */
function optionalPackages(
  packages: Record<string, { optionalDependencies?: Record<string, string> }>,
): string[][] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [
      `${path}/node_modules/${name}`,
      `node_modules/${name}`,
    ]),
  )
}

interface LockedPackage {
  readonly resolved?: string
  readonly integrity?: string
  /** True for a workspace, whose address is its directory. */
  readonly link?: boolean
}

/** Packages of the project itself, which have no hash, are outside of `node_modules`. */
function packagesWithoutHash(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, link }]) =>
    path.includes('node_modules/') && integrity === undefined && !link ? [path] : [],
  )
}

function packagesWithAddress(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([name, { resolved, link }]) =>
    resolved !== undefined && !link ? [name] : [],
  )
}
