import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { listAudit, type ActorKind, type StoredAuditEntry } from '../../audit/mod.ts'
import { oneOf } from '../one-of.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../page-shape.ts'
import { optionalText, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { Text, Whole } from '../field.ts'
import { fields } from '../fields.ts'

const ACTOR_KIND = {
  user: 'a user of the operator',
  partner_user: 'a user of a partner',
  service_token: 'a token of a machine of the operator',
  environment_token: 'whoever holds TESSERA_ADMIN_TOKEN',
  credential: 'a credential of a partner',
  system: 'the service itself, such as the demo',
  visitor: 'nobody who is signed in',
} satisfies Record<ActorKind, string>

const EntryShape = Type.Object(
  {
    auditId: Whole('Identifies the entry'),
    partnerId: Type.Optional(Whole('The partner whom it concerns, if it concerns one')),
    actor: fields.actor,
    actorKind: oneOf('What kind of principal acted', ACTOR_KIND),
    actorId: Type.Optional(
      Text('Identifies the principal among those of its kind: the id of the user, token or client'),
    ),
    address: Type.Optional(Text('The address of the network that the request came from')),
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

function entryOf({ at, actor, ...entry }: StoredAuditEntry) {
  const { kind: actorKind, id: actorId, name, address } = actor
  return { ...entry, actor: name, actorKind, actorId, address, at: isoTime(at) }
}

export const auditRoutes = [listAuditRoute]
