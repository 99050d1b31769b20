import { Type } from 'typebox'
import { invalidParameter, isoTime } from '../../core/mod.ts'
import {
  exportAudit,
  listAudit,
  parseHeadName,
  readLastCheck,
  verifyAudit,
  type ActorKind,
  type AuditVerification,
  type DayRange,
  type StoredAuditEntry,
} from '../../audit/mod.ts'
import { oneOf } from '../shapes/one-of.ts'
import { ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalSort, optionalText, pages } from '../queries/query.ts'
import { dayRange, timeRange } from '../queries/query-times.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

const ACTOR_KIND = {
  user: 'a user of the operator',
  partner_user: 'a user of a partner',
  service_token: 'a token of a machine of the operator',
  environment_token: 'a holder of TESSERA_ADMIN_TOKEN',
  credential: 'a credential of a partner',
  system: 'the service itself, such as the demo',
  visitor: 'a person who is not signed in',
} satisfies Record<ActorKind, string>

const EntryView = view<StoredAuditEntry>()(
  {
    auditId: Whole('Identifies the entry'),
    partnerId: Type.Optional(Whole('The partner that it concerns, if any')),
    actor: [fields.actor, ({ actor }) => actor.name],
    actorKind: [oneOf('Kind of principal that acted', ACTOR_KIND), ({ actor }) => actor.kind],
    actorId: [
      Type.Optional(
        Text(
          'Identifies the principal among those of its kind: the id of the user, token or client',
        ),
      ),
      ({ actor }) => actor.id,
    ],
    address: [
      Type.Optional(Text('The address of the network that the request came from')),
      ({ actor }) => actor.address,
    ],
    action: Text('Action, such as `partner.create`'),
    target: Text('Target of the change, such as `partner:7`'),
    reason: Type.Optional(Text('Reason of the operator, if there is one')),
    before: Type.Optional(
      Type.Unknown({ description: 'The state before it, as far as it changed' }),
    ),
    after: Type.Optional(Type.Unknown({ description: 'The state after it, as far as it changed' })),
    at: fields.at,
    approvalId: Type.Optional(Whole('The approval of the act, if a second person approved it')),
    approver: Type.Optional(Text('The user who approved it; the actor requested it')),
  },
  { title: 'AuditEntry' },
)

const listAuditRoute = operatorRoute('GET /admin/v1/audit', {
  permission: 'audit:read',
  operationId: 'listAudit',
  summary: 'Lists the acts of operators, newest first',
  description:
    '`target`, such as `partner:7`, selects the acts on one object; `actor`, such as an e-mail, ' +
    'those of one actor; `action`, such as `partner.create`, those of one kind.',
  query: {
    target: optionalText(),
    actor: optionalText(),
    action: optionalText(),
    ...timeRange,
    sort: optionalSort(listAudit.sorts),
    ...pages,
  },
  response: PagedOf(EntryView.schema),
  async handle({ query }, { db }) {
    const { from, to, sort } = query
    // With a range of times, the index that sorts by time is used.
    const isOfTime = from !== undefined || to !== undefined
    const { rows, total } = await listAudit(db, {
      ...query,
      sort: sort ?? (isOfTime ? '-at' : sort),
    })
    return ok(paged(rows.map(EntryView.body), { ...query, totalRecords: total }))
  },
})

const Fault = Type.Object(
  {
    day: Type.Optional(Text('The UTC day, such as `2026-01-31`')),
    place: Type.Optional(Whole('The place in the chain of the day, from 1')),
    auditId: Type.Optional(Whole('Identifies the entry, if it is known')),
    message: Text('Description of the fault'),
  },
  { description: 'The first fault, if there is one' },
)

const VerificationView = view<AuditVerification>()(
  {
    intact: [
      YesOrNo('True if nothing was changed, removed, added or moved'),
      ({ fault }) => fault === undefined,
    ],
    days: Whole('Days that were verified'),
    entries: Whole('Entries that were verified'),
    late: Whole('Entries that were sealed more than ten minutes after they were recorded'),
    fault: Type.Optional(Fault),
    head: Type.Optional(
      Text('The head of the last of these days; a later call checks it if sent as `head`'),
    ),
  },
  { title: 'AuditVerification' },
)

const verifyAuditRoute = operatorRoute('GET /admin/v1/audit/verification', {
  permission: 'audit:read',
  operationId: 'verifyAudit',
  summary: 'Verifies the chain of the audit log, and names the first fault',
  description:
    'Recomputes the chain of the days from `from` until `to`; without them, of all days.',
  query: { ...dayRange, head: optionalText() },
  response: Type.Object({ data: VerificationView.schema }),
  async handle({ query: { head, ...range } }, context) {
    if (head !== undefined && !parseHeadName(head)) {
      throw invalidParameter('head', 'must be a head as a verification returns it')
    }
    return ok({ data: VerificationView.body(await verifyAudit(context, rangeOf(range), head)) })
  },
})

const LastCheckView = view<Awaited<ReturnType<typeof readLastCheck>>>()(
  {
    checkedAt: Type.Optional(Instant('When the service verified some days for the last time')),
    completedAt: Type.Optional(Instant('When it had verified all days for the last time')),
    fault: Type.Optional(Fault),
  },
  { title: 'LastAuditCheck' },
)

const getLastCheck = operatorRoute('GET /admin/v1/audit/verification/last', {
  permission: 'audit:read',
  operationId: 'getLastAuditCheck',
  summary: 'Returns the result of the last check of the audit log that the service made by itself',
  description:
    'Each hour it verifies the last day and up to 100,000 further entries, and starts over after ' +
    'the last entry. A fault raises the alert `audit_broken`.',
  response: Type.Object({ data: LastCheckView.schema }),
  async handle(_call, { db }) {
    return ok({ data: LastCheckView.body(await readLastCheck(db)) })
  },
})

function rangeOf({ from, to }: { from: number | undefined; to: number | undefined }): DayRange {
  return {
    from: from === undefined ? '0001-01-01' : dayOf(from),
    to: to === undefined ? '9999-12-31' : dayOf(to - 1),
  }
}

function dayOf(ms: number): string {
  return isoTime(ms).slice(0, 'YYYY-MM-DD'.length)
}

const JSON_LINES = 'application/jsonl'

const exportAuditRoute = operatorRoute('GET /admin/v1/audit/export', {
  permission: 'audit:read',
  operationId: 'exportAudit',
  produces: [JSON_LINES],
  summary: 'Streams the sealed entries of the audit log as JSON lines, oldest first',
  description:
    'Each line has the `hash` of an entry and the fields that it covers. After the entries of a ' +
    'day, a line has the `head` of the day with its signature.',
  query: dayRange,
  handle({ query }, context) {
    const range = rangeOf(query)
    const body = exportAudit(context, range)
    const to = query.to === undefined ? dayOf(context.clock.now()) : range.to
    const name = ['audit', ...(query.from === undefined ? [] : [range.from]), to].join('-')
    const headers = {
      'content-type': `${JSON_LINES}; charset=utf-8`,
      // Several exports do not replace each other.
      'content-disposition': `attachment; filename="${name}.jsonl"`,
    }
    return Promise.resolve({ status: 200, headers, body })
  },
})

export const auditRoutes = [listAuditRoute, verifyAuditRoute, getLastCheck, exportAuditRoute]
