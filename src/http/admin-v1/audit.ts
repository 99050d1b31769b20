import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { listAudit, type StoredAuditEntry } from '../../partners/mod.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../page-shape.ts'
import { optionalText, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { Text, Whole } from '../field.ts'
import { fields } from '../fields.ts'

const EntryShape = Type.Object(
  {
    auditId: Whole('Identifies the entry'),
    partnerId: Type.Optional(Whole('The partner whom it concerns, if it concerns one')),
    actor: fields.actor,
    action: Text('What was done, such as `partner.create`'),
    target: Text('What was changed, such as `partner:7`'),
    reason: Type.Optional(Text('Why, if the operator said')),
    before: Type.Optional(
      Type.Unknown({ description: 'The state before it, as far as it changed' }),
    ),
    after: Type.Optional(Type.Unknown({ description: 'The state after it, as far as it changed' })),
    at: fields.at,
  },
  { title: 'AuditEntry' },
)

const listAuditRoute = operatorRoute('GET /admin/v1/audit', {
  permission: 'audit:read',
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
