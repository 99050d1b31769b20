import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import {
  listUpstreams,
  registerUpstream,
  requireSameAccount,
  updateUpstream,
} from '../../upstream/mod.ts'
import { created, ok, pageOf } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from './reason.ts'
import { upstreamOf, UpstreamShape } from './upstream.ts'

const NewUpstream = Type.Object({
  name: Type.String(),
  baseUrl: Type.String(),
  clientId: Type.String(),
  apiKey: Type.String(),
  hmacSecret: Type.String(),
  currency: Type.String(),
  lowFloat: Type.Optional(Type.Number()),
  reason: Type.Optional(Reason),
})

const UpstreamChange = Type.Object({
  clientId: Type.Optional(Type.String()),
  apiKey: Type.Optional(Type.String()),
  hmacSecret: Type.Optional(Type.String()),
  lowFloat: Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] })),
  active: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Reason),
})

/** Registers our account at another service that speaks this interface, to buy from it. */
export const createUpstreamRoute = operatorRoute('POST /admin/v1/upstreams', {
  body: NewUpstream,
  answer: Type.Object({ data: UpstreamShape }),
  async handle({ body, actor }, { db, vault, clock }) {
    const { reason, ...input } = body
    const act = { actor, reason, at: clock.now() }
    const upstream = await transact(db, (tx) => registerUpstream(tx, vault, { input, act }))
    return created({ data: upstreamOf({ ...upstream, floats: [] }) })
  },
})

/** All of them, with what we have there and whether they answer. */
export const listUpstreamsRoute = operatorRoute('GET /admin/v1/upstreams', {
  query: pages,
  answer: PagedOf(UpstreamShape),
  async handle({ query }, { db }) {
    return ok(pageOf(await listUpstreams(db), query, upstreamOf))
  },
})

/** A new credential, a new threshold of the float, or whether anything is bought there. */
export const updateUpstreamRoute = operatorRoute('PATCH /admin/v1/upstreams/{upstreamName}', {
  body: UpstreamChange,
  answer: Type.Object({ data: UpstreamShape }),
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
