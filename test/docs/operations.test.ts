import { expect, test } from 'vitest'
import { ROLES } from '../../src/settings/config.ts'
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '../../src/core/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import { sourceFiles } from '../architecture/sources.ts'
import { Http, signedClient } from '../support/client.ts'
import { shareService } from '../support/service.ts'
import { documentedMetrics } from '../deploy/metrics-table.ts'
import { codeOf, readPage, sectionOf, tableOf } from './markdown.ts'

const PAGE = readPage('docs/operations.md')

const service = shareService()

test('the metrics of the page are those of GET /metrics, with their labels', async () => {
  const { http, partner, db } = await service({ funds: { USD: '10.00' } })
  await insertFloat(db)
  await partner.get('/v2/products')
  const { text } = await http.send({ method: 'GET', target: '/metrics' })

  const documented = documentedMetrics()
  const written = documented.map(({ name, type, labels }) => [name, `${type} ${labels.join()}`])

  expect(Object.fromEntries(written)).toEqual(metricsOf(text))
  const names = new Set(documented.map(({ name }) => name))
  expect(new Set(PAGE.match(/\btessera_[a-z_]+/g))).toEqual(names)
})

/** Inserts an account at a supplier, with its float. No supplier is called. */
async function insertFloat({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into supplier_accounts (
       adapter, name, environment, settings, sealed, active, version, created_at)
     values ('tillo', 'acme', 'sandbox', '{}', '', false, 1, now())`,
  )
  await pool.query(
    `insert into supplier_pots (account_id, pot, currency, funds, seen_at)
     select account_id, '', 'EUR', 100, now() from supplier_accounts`,
  )
}

/** Returns our metrics, each with its type and its labels in this text. */
function metricsOf(text: string): Record<string, string> {
  const types = text.matchAll(/^# TYPE (?<name>tessera_\w+) (?<type>\w+)$/gm)
  return Object.fromEntries(
    Array.from(types, ([, name = '', type = '']) => {
      const [, labels = ''] = new RegExp(`^${name}(?:_count)?\\{(.*)\\}`, 'm').exec(text) ?? []
      return [
        name,
        `${type} ${Array.from(labels.matchAll(/(\w+)="/g), ([, label]) => label).join()}`,
      ]
    }),
  )
}

test('the limits of the page are those of the code', () => {
  const code = sourceFiles('src')
    .map((file) => file.code)
    .join('\n')

  const limits = tableOf(sectionOf(PAGE, 'Limits')).map(([, value = '', name]) => [
    codeOf(name),
    Number(value.replaceAll(',', '')),
  ])

  expect(limits).toEqual(limits.map(([name]) => [name, constantIn(code, String(name))]))
})

/** Units in the value of a constant, which is a number or a product of numbers. */
const UNITS: Readonly<Record<string, number>> = { MS_PER_SECOND, MS_PER_MINUTE, MS_PER_HOUR }

function constantIn(code: string, name: string): number | undefined {
  const definition = new RegExp(
    `^(?:export )?const ${name} = ((?:[\\d_* ]|MS_PER_[A-Z]+)+?)n?(?: as \\w+)?$`,
    'gm',
  )
  const [found, ...others] = Array.from(code.matchAll(definition), ([, value = '']) => value)
  if (found === undefined || others.length > 0) return undefined
  return found
    .split('*')
    .map((factor) => (factor.includes('MS_PER') ? factor : factor.replaceAll('_', '')))
    .reduce((product, factor) => product * (UNITS[factor.trim()] ?? Number(factor)), 1)
}

test('the page names every role, and which ones serve partners', async () => {
  const { another, partner } = await service()
  const written = new Map(
    tableOf(sectionOf(PAGE, 'Roles')).map(([role, http]) => [codeOf(role), http]),
  )
  const answering = new Map<string, string>()
  for (const role of ROLES) {
    const http = new Http((await another({ role })).url)
    const { status } = await signedClient(http, partner.credentials).get('/v2/orders')
    answering.set(role, status === 200 ? 'yes' : 'no')
    http.close()
  }

  expect(written).toEqual(answering)
})

test('the health endpoints are those of the page, and need no authentication', async () => {
  const { http } = await service()
  const paths = tableOf(sectionOf(PAGE, 'Health')).map(([path]) => codeOf(path).split(' ')[1] ?? '')

  expect(paths).toEqual(['/health/live', '/health/ready', '/metrics'])
  for (const target of paths) {
    expect((await http.send({ method: 'GET', target })).status).toBe(200)
  }
})

test('the fields of a request in the log are those of the page', async () => {
  const { http, partner, admin, logged } = await service()
  await partner.get('/v2/products')
  await admin.get('/admin/v1/partners')
  const named = { 'x-request-id': 'their-1' }
  await http.send({ method: 'GET', target: '/nowhere', headers: named })
  const headers = { 'x-client-id': partner.credentials.clientId }
  await http.send({ method: 'GET', target: '/v2/orders', headers })

  const seen = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  const fields = new Set(seen.flatMap((line) => Object.keys(line)))
  const written = tableOf(sectionOf(PAGE, 'Logs')).flatMap(([names = '']) =>
    names.split(', ').map(codeOf),
  )
  const always = ['level', 'time', 'msg']
  // Only of a request whose client went away, and where lines are sampled.
  for (const name of ['isAborted', 'oneIn']) fields.add(name)
  expect(fields).toEqual(new Set([...always, ...written]))
})
