import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ALERT_KINDS } from '../../src/alerts/alert.ts'
import { raiseAlert } from '../../src/alerts/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { SHOPS } from '../../src/stand-ins/mod.ts'
import { makeDirectory, tessera } from '../cli/fixture.ts'
import {
  ADMIN_TOKEN,
  anOrder,
  dataOf,
  startService,
  type RunningService,
} from '../support/service.ts'
import { blocksOf, codeOf, PROJECT, readPage, sectionOf, tableOf } from './markdown.ts'

const PAGE = readPage('docs/operations.md')
const RUNBOOK = readPage('docs/operate/runbook.md')
const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'docs/operations.md',
  'docs/operate/runbook.md',
  'docs/settings.md',
]

test('the runbook has a heading for every kind of alert', () => {
  const headings = Array.from(RUNBOOK.matchAll(/^## ([a-z_]+)$/gm), ([, kind = '']) => kind)

  expect(headings.toSorted()).toEqual(ALERT_KINDS.toSorted())
})

test('the page lists all suppliers, with the types that each can issue', () => {
  const suppliers = tableOf(sectionOf(PAGE, 'Suppliers')).map(([name, types = '']) => [
    codeOf(name),
    types.split(', ').map(codeOf),
  ])

  expect(Object.fromEntries(suppliers)).toEqual(SUPPLIER_TYPES)
})

/** Each command of the pages: in the text, and in blocks of their own. */
function commandsOf(page: string): string[] {
  const inText = Array.from(page.matchAll(/`(tessera [^`]+)`/g), ([, command = '']) => command)
  const blocks = blocksOf(page, 'sh').flatMap((block) => block.split('\n'))
  const typed = blocks.map((line) => line.replace(/^npx /, ''))
  const shown = Array.from(page.matchAll(/^ +\$ (tessera .+)$/gm), ([, command = '']) => command)
  return [...inText, ...shown, ...typed.filter((line) => line.startsWith('tessera '))]
}

test('every command in the pages exists, with its options', async () => {
  const commands = PAGES.flatMap((path) => commandsOf(readPage(path)))
  expect(commands.length).toBeGreaterThan(50)

  for (const command of commands) {
    const [words = ''] = /^tessera( [a-z][a-z-]*)*/.exec(command) ?? []
    const options = Array.from(command.matchAll(/ (--[a-z-]+)/g), ([, option = '']) => option)
    const path = words.split(' ').slice(1, 3)
    const { exitCode, stdout } = await tessera([...path, '--help'])
    expect({ command, exitCode }).toEqual({ command, exitCode: 0 })
    expect(stdout).toContain(`Usage: tessera ${path.join(' ')}`.trimEnd())
    for (const option of options) expect(stdout).toContain(option)
  }
})

const SECTIONS = ['Suppliers', 'Stock', 'Rates', 'Keys', 'Alerts']

test('the commands of the page, run in order, do what the page says', async () => {
  const service = await startService({ funds: { USD: '1000.00', EUR: '1000.00' } })
  const values = await openFixture(service)
  const environment = { TESSERA_URL: service.url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }

  const blocks = SECTIONS.flatMap((heading) => blocksOf(sectionOf(PAGE, heading), 'sh'))
  const commands = blocks.flatMap((block) => block.split('\n'))
  expect(commands.length).toBeGreaterThan(25)
  for (const command of commands) {
    const argv = await argumentsOf(command, values)
    const { exitCode, stderr } = await tessera(argv, { environment })
    expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: '' })
  }
})

type Values = Readonly<Record<string, () => string | Promise<string>>>

/** Returns the words of a command, with a value for each placeholder of the page. */
async function argumentsOf(command: string, values: Values): Promise<string[]> {
  const words = Array.from(command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), (found) => {
    const [, single, double, bare] = found
    return single ?? double ?? bare ?? ''
  })
  return Promise.all(words.slice(1).map(async (word) => (await values[word]?.()) ?? word))
}

/** Creates what the page assumes: a product, an order, an alert, and files. */
async function openFixture(service: RunningService): Promise<Values> {
  const { admin, partner, db } = service
  const directory = await makeDirectory()
  const file = (name: string) => join(directory, name)
  await writeFile(file('codes.csv'), 'faceValue,giftCardNumber\n10,A-1\n10,A-2\n')
  await writeFile(file('acme.json'), '{"apiKey":"tsk_of_theirs","hmacSecret":"of_theirs"}')
  await writeFile(file('reloadly.json'), JSON.stringify(SHOPS.reloadly.secrets))
  const list = 'eurofxref-daily.xml'
  await copyFile(join(PROJECT, 'test/fixtures', list), file(list))

  const { productId } = await service.product({ supplier: 'vault', currency: 'EUR' })
  const outOfStock = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const scarce = await service.product(outOfStock)
  const order = anOrder({ productId: scarce.productId })
  const placed = dataOf(await partner.post('/v2/orders', order))
  await service.waitForOrder(placed.id, 'OUT_OF_STOCK')
  const alert = { kind: 'upstream_unsold', subject: 'product:1', severity: 'warning' } as const
  await transact(db, async (tx) => {
    await Promise.resolve(raiseAlert(tx, { ...alert, message: 'codes', at: 1 }))
  })
  const newest = async (path: string, name: string) =>
    String(dataOf(await admin.get(`/admin/v1${path}`))[0][name])
  return {
    '<productId>': () => String(productId),
    '<orderId>': () => placed.id,
    '<clientId>': () => randomUUID(),
    '<alertId>': () => newest('/alerts?state=open', 'alertId'),
    '<importId>': () => newest(`/products/${productId}/imports`, 'importId'),
    'codes.csv': () => file('codes.csv'),
    'refused.csv': () => file('refused.csv'),
    'eurofxref-daily.xml': () => file(list),
    '@reloadly.json': () => `@${file('reloadly.json')}`,
    '@acme.json': () => `@${file('acme.json')}`,
    // No service listens at this address.
    'https://codes.example.com': () => 'http://127.0.0.1:1',
  }
}
