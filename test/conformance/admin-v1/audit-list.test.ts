import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { expectPage, pathOf, wholeList } from './fixture.ts'

const AUDIT = '/admin/v1/audit'

let service: RunningService
let target: string

beforeAll(async () => {
  service = await openService()
  const { admin } = service
  const partner = dataOf(await admin.post('/admin/v1/partners', { name: 'First' }))
  target = `partner:${partner.partnerId}`
  for (const name of ['Second', 'Third']) dataOf(await admin.patch(pathOf(partner), { name }))
  dataOf(await admin.post('/admin/v1/partners', { name: 'Another' }))
})

afterAll(() => service.end())

test('GET /audit 200: pages of the entries, newest first', async () => {
  const { admin } = service
  const all = await wholeList(service, AUDIT)
  const total = all.length

  const ids: number[] = all.map(({ auditId }) => auditId)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(all[0]).toMatchObject({ action: 'partner.create', after: { name: 'Another' } })
  const pagination = { pageSize: 2, totalRecords: total, totalPages: Math.ceil(total / 2) }
  const second = await admin.get(`${AUDIT}?page=2&pageSize=2`)
  expect(expectPage(second, { page: 2, ...pagination, hasNext: total > 4 })).toEqual(
    all.slice(2, 4),
  )
  const byDefault = await admin.get(AUDIT)
  expect(byDefault.body.meta.pagination).toMatchObject({ page: 1, pageSize: 100 })
})

test('`target` selects the entries of one thing, with its state before and after each change', async () => {
  const { admin } = service
  const reply = await admin.get(`${AUDIT}?target=${target}`)

  const onePage = { page: 1, pageSize: 100, totalRecords: 3, totalPages: 1, hasNext: false }
  expect(expectPage(reply, onePage)).toMatchObject([
    { before: { name: 'Second' }, after: { name: 'Third' } },
    { before: { name: 'First' }, after: { name: 'Second' } },
    { action: 'partner.create', after: { name: 'First' } },
  ])
  expect((await admin.get(`${AUDIT}?target=partner:2097151`)).body.data).toEqual([])
})

test('400 VALIDATION_ERROR: an invalid page or target', async () => {
  for (const [query, field] of [
    ['page=0', 'page'],
    ['pageSize=2001', 'pageSize'],
    ['target=', 'target'],
    [`target=${'x'.repeat(256)}`, 'target'],
    ['target=a&target=b', 'target'],
  ] as const) {
    const reply = await service.admin.get(`${AUDIT}?${query}`)
    expectError(reply, 400, 'VALIDATION_ERROR', [field])
  }
})
