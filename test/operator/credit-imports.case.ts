import { randomUUID } from 'node:crypto'
import { NO_FLAGS, NO_UUIDS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const CSV = { 'content-type': 'text/csv' }
const ID = '0197a3c8-52f1-7cc1-8a86-0e1e3b3cf5a2'

type Sender = Pick<RunningService, 'admin' | 'partner'>

function fileOf(rows: string): string {
  return `email,fullName,amount,currency,reference,description\n${rows}`
}

async function check(
  { admin, partner }: Sender,
  rows = 'ada@example.com,Ada Lovelace,1,USD,may,\n',
) {
  const path = `/admin/v1/partners/${partner.partnerId}/credit-imports`
  const target = `${path}?fileReference=payroll-${randomUUID()}&createConsumers=true`
  const reply = await admin.post(target, fileOf(rows), CSV)
  return { reply, path, importId: String(dataOf(reply).importId) }
}

export const CREDIT_IMPORTS: OperatorCases = {
  'POST /admin/v1/partners/{partnerId}/credit-imports': {
    roles: 'admin finance',
    file: 'email,amount,currency,reference\n',
    query: 'fileReference=payroll-2026-05',
    badQueries: {
      fileReference: ['', 'a/b', '%00', '%0A', 'x'.repeat(101)],
      importId: NO_UUIDS,
      dryRun: NO_FLAGS,
      createConsumers: NO_FLAGS,
    },
    prepare: ({ partner }) => ({
      target:
        `/admin/v1/partners/${partner.partnerId}/credit-imports` +
        '?fileReference=payroll-2026-05&createConsumers=true',
      body: fileOf('ada@example.com,Ada Lovelace,1,USD,ada,May\nbob@example.com,,1,USD,bob,\n'),
      headers: CSV,
    }),
    async audit(service) {
      const { reply, importId } = await check(service)
      const { fileReference, dryRun: isDryRun, createConsumers } = dataOf(reply)
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'credits.check',
        target: `credit_import:${importId}`,
        after: { fileReference, isDryRun, createsConsumers: createConsumers },
      }
    },
  },

  'GET /admin/v1/partners/{partnerId}/credit-imports': {
    roles: 'admin finance operations auditor',
    badQueries: { state: ['', 'done', 'FAILED', '%00'], ...PAGES },
    commands: {
      'credits list 3': '/partners/3/credit-imports',
      'credits list 7 --from 2026-01-01 --to 2026-01-31 --sort createdAt':
        '/partners/7/credit-imports?from=2026-01-01&to=2026-01-31&sort=createdAt',
      'credits list 3 --state STOPPED': '/partners/3/credit-imports?state=STOPPED',
    },
  },

  'GET /admin/v1/partners/{partnerId}/credit-imports/{importId}': {
    roles: 'admin finance operations auditor',
    prepare: async (fixture) => {
      const { path, importId } = await check(fixture)
      return { target: `${path}/${importId}` }
    },
    commands: { [`credits show 3 ${ID}`]: `/partners/3/credit-imports/${ID}` },
  },

  'POST /admin/v1/partners/{partnerId}/credit-imports/{importId}/start': {
    roles: 'admin finance',
    isRefused: true,
    prepare: async (fixture) => {
      const { path, importId } = await check(fixture)
      return { target: `${path}/${importId}/start` }
    },
    async audit(service) {
      const { path, importId } = await check(service)
      const reply = await service.admin.post(`${path}/${importId}/start`)
      const { fileReference: reference } = dataOf(reply)
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'credits.start',
        target: `credit_import:${importId}`,
        before: { state: 'CHECKED' },
        after: { state: 'RUNNING', reference },
      }
    },
    commands: { [`credits start 3 ${ID}`]: `/partners/3/credit-imports/${ID}/start` },
  },

  'POST /admin/v1/partners/{partnerId}/credit-imports/{importId}/cancel': {
    roles: 'admin finance',
    isRefused: true,
    prepare: async (fixture) => {
      const { path, importId } = await check(fixture)
      return { target: `${path}/${importId}/cancel` }
    },
    async audit(service) {
      const { path, importId } = await check(service)
      const reply = await service.admin.post(`${path}/${importId}/cancel`)
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'credits.cancel',
        target: `credit_import:${importId}`,
        before: { state: 'CHECKED' },
        after: { state: 'CANCELLED' },
      }
    },
    commands: { [`credits cancel 3 ${ID}`]: `/partners/3/credit-imports/${ID}/cancel` },
  },

  'GET /admin/v1/partners/{partnerId}/credit-imports/{importId}/report': {
    roles: 'admin finance operations auditor',
    prepare: async (fixture) => {
      const { path, importId } = await check(fixture, 'nobody,Nobody,1,USD,nobody,\n')
      return { target: `${path}/${importId}/report` }
    },
  },
}
