import { Type } from 'typebox'
import { findStoredCurrency, isoTime, wireAmount } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  listTheirProducts,
  listUpstreams,
  registerUpstream,
  requireSameAccount,
  updateUpstream,
  type UpstreamView,
} from '../../upstream/mod.ts'
import { created, ok, optionalTime, paged, pageOf } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { ProductShape } from '../v2/product.ts'
import { Reason } from './reason.ts'
import { Decimal, Instant, Text, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { codeOf, optionalAmountOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

/** An upstream as operators see it, without secrets. */
const AdminUpstream = view<UpstreamView>()(
  {
    name: Text('Our name of the supplier'),
    baseUrl: fields.baseUrl,
    clientId: Text('Our client id there'),
    currency: [Text('The currency that we pay in there, as ISO 4217 code'), codeOf],
    active: [YesOrNo('False stops buying there'), (one) => one.isActive],
    lowFloat: [Type.Optional(fields.lowFloat), optionalAmountOf('lowFloatMinor')],
    floats: [
      Type.Array(
        Type.Object({
          currency: fields.currency,
          funds: Decimal('What is available there, in major units of `currency`'),
          seenAt: Instant('When it was last read there'),
        }),
        { description: 'Our prepaid money there, by currency' },
      ),
      (one) => one.floats.flatMap(floatOf),
    ],
    answers: [
      YesOrNo('True if the last request to it succeeded'),
      (one) => one.answeredAt !== undefined && one.answeredAt > (one.faultedAt ?? -Infinity),
    ],
    answeredAt: Type.Optional(Instant('When the last request to it succeeded')),
    lastFault: Type.Optional(fields.lastFault),
    lastFaultAt: [Type.Optional(fields.lastFaultAt), (one) => optionalTime(one.faultedAt)],
    createdAt: fields.createdAt,
  },
  { title: 'Upstream' },
)

function floatOf({ currency: code, fundsMinor, seenAt }: UpstreamView['floats'][number]) {
  const currency = findStoredCurrency(code)
  if (!currency) return []
  return [{ currency: code, funds: wireAmount(fundsMinor, currency), seenAt: isoTime(seenAt) }]
}

const NewUpstream = Type.Object(
  {
    name: Text('Our name of the supplier'),
    baseUrl: fields.baseUrl,
    clientId: Text('Our client id there'),
    apiKey: Text('Our API key there. It is sealed, and not shown again'),
    hmacSecret: Text('Our HMAC secret there. It is sealed, and not shown again'),
    currency: Text('The currency that we pay in there, as ISO 4217 code'),
    lowFloat: Type.Optional(fields.lowFloat),
    reason: Type.Optional(Reason),
  },
  { title: 'NewUpstream' },
)

const UpstreamChange = Type.Object(
  {
    clientId: Type.Optional(Text('Our client id there')),
    apiKey: Type.Optional(Text('Our API key there. It is sealed, and not shown again')),
    hmacSecret: Type.Optional(Text('Our HMAC secret there. It is sealed, and not shown again')),
    lowFloat: Type.Optional(
      Type.Unsafe<number | null>({
        description:
          'The float below which an alert is raised, in major units of `currency`; null for none',
        type: ['number', 'null'],
      }),
    ),
    active: Type.Optional(YesOrNo('False stops buying there')),
    reason: Type.Optional(Reason),
  },
  { title: 'UpstreamChange' },
)

const createUpstreamRoute = operatorRoute('POST /admin/v1/upstreams', {
  permission: 'upstreams:write',
  operationId: 'createUpstream',
  success: [201],
  refuses: ['state_conflict', 'numbers_exhausted'],
  summary: 'Registers our account at a supplier with this interface',
  body: NewUpstream,
  response: Type.Object({ data: AdminUpstream.schema }),
  async handle({ body, actor }, { db, vault, clock }) {
    const { reason, ...input } = body
    const act = { actor, reason, at: clock.now() }
    const upstream = await transact(db, (tx) => registerUpstream(tx, vault, { input, act }))
    return created({ data: AdminUpstream.body({ ...upstream, floats: [] }) })
  },
})

const listUpstreamsRoute = operatorRoute('GET /admin/v1/upstreams', {
  permission: 'upstreams:read',
  operationId: 'listUpstreams',
  summary: 'Lists our accounts at suppliers with this interface: floats, and whether they respond',
  query: pages,
  response: PagedOf(AdminUpstream.schema),
  async handle({ query }, { db }) {
    return ok(pageOf(await listUpstreams(db), query, AdminUpstream.body))
  },
})

const updateUpstreamRoute = operatorRoute('PATCH /admin/v1/upstreams/{upstreamName}', {
  permission: 'upstreams:write',
  operationId: 'updateUpstream',
  refuses: ['state_conflict'],
  summary: 'Changes the credential, the threshold of the float, or whether the account is in use',
  body: UpstreamChange,
  response: Type.Object({ data: AdminUpstream.schema }),
  async handle({ params: { upstreamName: name }, body, actor }, { db, vault, clock }) {
    const { reason, ...change } = body
    await requireSameAccount({ db, vault, clock }, name, change)
    const act = { actor, reason, at: clock.now() }
    const upstream = await transact(db, (tx) => updateUpstream(tx, vault, { name, change, act }))
    const seen = await listUpstreams(db)
    const floats = seen.find((one) => one.name === name)?.floats ?? []
    return ok({ data: AdminUpstream.body({ ...upstream, floats }) })
  },
})

const listUpstreamProductsRoute = operatorRoute('GET /admin/v1/upstreams/{upstreamName}/products', {
  permission: 'upstreams:read',
  operationId: 'listUpstreamProducts',
  refuses: ['state_conflict', 'upstream_unavailable'],
  summary: 'Lists what the supplier sells, read from it now, in the currency of our account there',
  query: pages,
  response: PagedOf(Type.Object(ProductShape.properties, { title: 'UpstreamProduct' })),
  async handle({ params: { upstreamName }, query }, context) {
    const { rows, total } = await listTheirProducts(context, upstreamName, query)
    return ok(paged(rows, { ...query, totalRecords: total }))
  },
})

export const upstreamRoutes = [
  createUpstreamRoute,
  listUpstreamsRoute,
  updateUpstreamRoute,
  listUpstreamProductsRoute,
]
