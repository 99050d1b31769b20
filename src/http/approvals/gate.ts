import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { requestApproval } from '../../approvals/mod.ts'
import { needsApproval, type Actor, type OperatorActor } from '../../audit/mod.ts'
import { isoTime, Refusal, type ApprovalKind } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { countPermitted, type OperatorPermission } from '../../identity/mod.ts'
import { RATES_BYTES_MAX } from '../admin-v1/import-fx-rates.ts'
import type { AnyCall, OperatorCall } from '../call.ts'
import type { Context } from '../context.ts'
import { readWhole } from '../bodies/read-whole.ts'
import type { RouteResponse } from '../response.ts'
import { approvalOf, type Route } from '../route.ts'
import { examinationOf } from './examinations.ts'
import type { ExaminedChange } from './examination.ts'

type GatedCall = OperatorCall<Readonly<Record<string, string>>, Query, unknown>
type Query = Readonly<Record<string, unknown>>

/**
 * The operator token may invite until there are this many administrators, who can then approve each
 * other's acts.
 */
const ADMINS_MIN = 2

/**
 * Handles a call of a route. If `recordAudits` decides that the write needs an approval, nothing
 * was done: the call is stored, and the response is 202 with the approval. Refuses
 * permission_missing if no approval can be requested for such an act.
 */
export function handleOrRequest(
  context: Context,
  route: Route,
  handled: HandledRequest,
): Promise<RouteResponse> {
  if (context.config.approvalKinds === undefined || route.access.to !== 'operator') {
    return route.handle(handled.call, context)
  }
  return handleGated(context, route, handled)
}

/** A request and the call that was read from it. */
export interface HandledRequest {
  readonly call: AnyCall
  readonly request: FastifyRequest
}

async function handleGated(
  context: Context,
  route: Route,
  { call, request }: HandledRequest,
): Promise<RouteResponse> {
  const gatedCall = call as GatedCall
  const kind = approvalOf(route)
  const file =
    kind && gatedCall.body instanceof Readable ? await readUpload(gatedCall.body) : undefined
  const handle = (actor: OperatorActor) => {
    const body = file ? Readable.from([file]) : call.body
    const principal = { ...gatedCall.principal, actor }
    return route.handle({ ...gatedCall, body, actor, principal } as AnyCall, context)
  }
  const { actor } = gatedCall.principal
  try {
    return await handle(actor)
  } catch (error) {
    if (!needsApproval(error)) throw error
  }
  if (await isFirstInvitation(context, route, actor))
    return await handle({ ...actor, gate: undefined })
  if (!kind) throw notApprovable()
  const actRequest = file ? { ...gatedCall, body: file } : gatedCall
  const examined = await examinationOf(route).examine(actRequest, context)
  const stored = { kind, examined, file, target: request.url }
  return await request202(context, route, { ...stored, call: gatedCall })
}

/** The largest upload that may need an approval is a list of rates. */
function readUpload(body: Readable): Promise<Buffer> {
  return readWhole(body, RATES_BYTES_MAX)
}

function notApprovable(): Refusal {
  const message = 'the act needs an approval, and no approval of it can be requested'
  return new Refusal('permission_missing', message)
}

/** True if there are not yet two administrators, one of whom could approve an invitation. */
async function isFirstInvitation(
  { db }: Context,
  { operation }: Route,
  { kind }: Actor,
): Promise<boolean> {
  if (operation.operationId !== 'inviteUser' || kind !== 'environment_token') return false
  return (await countPermitted(db, 'users:write')) < ADMINS_MIN
}

interface ExaminedAct {
  readonly kind: ApprovalKind
  readonly examined: ExaminedChange
  readonly file: Buffer | undefined
  readonly target: string
  readonly call: GatedCall
}

async function request202(
  context: Context,
  { name, access }: Route,
  { kind, examined, file, target, call }: ExaminedAct,
): Promise<RouteResponse> {
  if (access.to !== 'operator') throw new Error(`${name} is not a route of operators`)
  const { params, actor } = call
  const { permission } = access
  const [method = ''] = name.split(' ')
  const query = call.rawQuery as Query
  const stored = file
    ? { params, query, file: file.toString('base64') }
    : { params, query, body: call.body }
  const { approvalId, expiresAt } = await transact(context.db, (tx) =>
    requestApproval(tx, context, {
      kind,
      permission,
      route: name,
      request: `${method} ${target}`,
      partnerId: partnerIdOf(params),
      requester: actor,
      reason: reasonOf(call),
      before: examined.before,
      after: examined.after,
      stored,
      approvalHours: context.config.approvalHours,
    }),
  )
  const path = `/admin/v1/approvals/${approvalId}`
  const approvers = await countApprovers(context, permission, actor)
  const data = { approvalId, kind, state: 'PENDING', path, expiresAt: isoTime(expiresAt) }
  return { status: 202, headers: { location: path }, body: { data: { ...data, approvers } } }
}

/** Returns the number of users who may approve the request of `requester`. */
export async function countApprovers(
  { db }: Context,
  permission: OperatorPermission,
  requester: Actor,
): Promise<number> {
  const count = await countPermitted(db, permission)
  return requester.kind === 'user' ? Math.max(0, count - 1) : count
}

/** The act was examined before, so its partner exists. */
function partnerIdOf({ partnerId }: GatedCall['params']): number | undefined {
  return partnerId === undefined ? undefined : Number(partnerId)
}

function reasonOf({ query, body }: GatedCall): string | undefined {
  const inBody =
    typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined
  const reason = inBody ?? query['reason']
  return typeof reason === 'string' ? reason : undefined
}
