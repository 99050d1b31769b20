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
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { ProductShape } from '../v2/product.ts'
import { Reason } from './reason.ts'

/** An upstream as operators see it, without secrets. */
const UpstreamShape = Type.Object(
  {
    name: Type.String(),
    baseUrl: Type.String(),
    clientId: Type.String(),
    currency: Type.String(),
    active: Type.Boolean(),
    lowFloat: Type.Optional(Type.Number()),
    floats: Type.Array(
      Type.Object({ currency: Type.String(), funds: Type.Number(), seenAt: Type.String() }),
    ),
    answers: Type.Boolean(),
    answeredAt: Type.Optional(Type.String()),
    lastFault: Type.Optional(Type.String()),
    lastFaultAt: Type.Optional(Type.String()),
    createdAt: Type.String(),
  },
  { title: 'Upstream' },
)

/** Returns the upstream. `answers` is true if the last request to it succeeded. */
function upstreamOf(upstream: UpstreamView) {
  const { name, baseUrl, clientId, currency, active, lowFloatMinor, answeredAt } = upstream
  return {
    name,
    baseUrl,
    clientId,
    currency: currency.code,
    active,
    lowFloat: lowFloatMinor === null ? undefined : wireAmount(lowFloatMinor, currency),
    floats: upstream.floats.flatMap(floatOf),
    answers: answeredAt !== undefined && answeredAt > (upstream.faultedAt ?? -Infinity),
    answeredAt: optionalTime(answeredAt),
    lastFault: upstream.lastFault,
    lastFaultAt: optionalTime(upstream.faultedAt),
    createdAt: isoTime(upstream.createdAt),
  }
}

function floatOf({ currency: code, fundsMinor, seenAt }: UpstreamView['floats'][number]) {
  const currency = findStoredCurrency(code)
  if (!currency) return []
  return [{ currency: code, funds: wireAmount(fundsMinor, currency), seenAt: isoTime(seenAt) }]
}

const NewUpstream = Type.Object(
  {
    name: Type.String(),
    baseUrl: Type.String(),
    clientId: Type.String(),
    apiKey: Type.String(),
    hmacSecret: Type.String(),
    currency: Type.String(),
    lowFloat: Type.Optional(Type.Number()),
    reason: Type.Optional(Reason),
  },
  { title: 'NewUpstream' },
)

const UpstreamChange = Type.Object(
  {
    clientId: Type.Optional(Type.String()),
    apiKey: Type.Optional(Type.String()),
    hmacSecret: Type.Optional(Type.String()),
    lowFloat: Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] })),
    active: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Reason),
  },
  { title: 'UpstreamChange' },
)

const createUpstreamRoute = operatorRoute('POST /admin/v1/upstreams', {
  operationId: 'createUpstream',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Registers our account at another service that has this interface',
  body: NewUpstream,
  response: Type.Object({ data: UpstreamShape }),
  async handle({ body, actor }, { db, vault, clock }) {
    const { reason, ...input } = body
    const act = { actor, reason, at: clock.now() }
    const upstream = await transact(db, (tx) => registerUpstream(tx, vault, { input, act }))
    return created({ data: upstreamOf({ ...upstream, floats: [] }) })
  },
})

const listUpstreamsRoute = operatorRoute('GET /admin/v1/upstreams', {
  operationId: 'listUpstreams',
  summary: 'Lists the upstreams with their floats and whether they respond',
  query: pages,
  response: PagedOf(UpstreamShape),
  async handle({ query }, { db }) {
    return ok(pageOf(await listUpstreams(db), query, upstreamOf))
  },
})

const updateUpstreamRoute = operatorRoute('PATCH /admin/v1/upstreams/{upstreamName}', {
  operationId: 'updateUpstream',
  refuses: ['state_conflict'],
  summary: 'Changes the credential, the threshold of the float, or whether the upstream is in use',
  body: UpstreamChange,
  response: Type.Object({ data: UpstreamShape }),
  async handle({ params: { upstreamName: name }, body, actor }, { db, vault, clock }) {
    const { reason, ...change } = body
    await requireSameAccount({ db, vault, clock }, name, change)
    const act = { actor, reason, at: clock.now() }
    const upstream = await transact(db, (tx) => updateUpstream(tx, vault, { name, change, act }))
    const seen = await listUpstreams(db)
    const floats = seen.find((one) => one.name === name)?.floats ?? []
    return ok({ data: upstreamOf({ ...upstream, floats }) })
  },
})

const listUpstreamProductsRoute = operatorRoute('GET /admin/v1/upstreams/{upstreamName}/products', {
  operationId: 'listUpstreamProducts',
  refuses: ['state_conflict'],
  summary: 'Lists what an upstream sells, read from it now, in the currency of our account there',
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
