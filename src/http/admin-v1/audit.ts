import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { listAudit, type StoredAuditEntry } from '../../partners/mod.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../page-shape.ts'
import { optionalText, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'

const EntryShape = Type.Object(
  {
    auditId: Type.Integer(),
    partnerId: Type.Optional(Type.Integer()),
    actor: Type.String(),
    action: Type.String(),
    target: Type.String(),
    reason: Type.Optional(Type.String()),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
    at: Type.String(),
  },
  { title: 'AuditEntry' },
)

const listAuditRoute = operatorRoute('GET /admin/v1/audit', {
  operationId: 'listAudit',
  summary: 'Lists what operators did, newest first',
  description: '`target`, such as `partner:7`, selects one thing.',
  query: { target: optionalText(), ...pages },
  response: PagedOf(EntryShape),
  async handle({ query }, { db }) {
    const { rows, total } = await listAudit(db, query)
    return ok(paged(rows.map(entryOf), { ...query, totalRecords: total }))
  },
})

function entryOf({ at, ...entry }: StoredAuditEntry) {
  return { ...entry, at: isoTime(at) }
}

export const auditRoutes = [listAuditRoute]
