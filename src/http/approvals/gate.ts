import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { requestApproval } from '../../approvals/mod.ts'
import type { Actor } from '../../audit/mod.ts'
import { isoTime, type ApprovalKind } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { countPermitted, type OperatorPermission } from '../../identity/mod.ts'
import { RATES_BYTES_MAX } from '../admin-v1/import-fx-rates.ts'
import type { AnyCall, OperatorCall } from '../call.ts'
import type { Context } from '../context.ts'
import { readWhole } from '../read-whole.ts'
import type { RouteResponse } from '../response.ts'
import type { Route } from '../route.ts'
import { examineOf } from './acts.ts'
import type { Examined } from './examined.ts'
import { approvalKindOf } from './kinds.ts'

type ApprovedCall = OperatorCall<Readonly<Record<string, string>>, Query, unknown>
type Query = Readonly<Record<string, unknown>>

/** The operator token invites until so many administrators can approve each other's acts. */
const ADMINS_MIN = 2

/**
 * Handles a call of a route. If a second person must approve it, stores it instead, and responds
 * with 202 and the approval. Refuses then what the route would refuse, as far as that can be known
 * without doing it.
 */
export function handleOrRequest(
  context: Context,
  route: Route,
  handled: Handled,
): Promise<RouteResponse> {
  const kind = approvalKindOf(route)
  if (kind === undefined || context.config.approvalKinds?.includes(kind) !== true) {
    return route.handle(handled.call, context)
  }
  return requestOrHandle(context, route, { ...handled, kind })
}

/** A request and the call that was read from it. */
export interface Handled {
  readonly call: AnyCall
  readonly request: FastifyRequest
}

async function requestOrHandle(
  context: Context,
  route: Route,
  { call, request, kind }: Handled & { readonly kind: ApprovalKind },
): Promise<RouteResponse> {
  const given = call as ApprovedCall
  if (await isFirstInvitation(context, route, given.actor)) return await route.handle(call, context)
  const file = given.body instanceof Readable ? await readUpload(given.body) : undefined
  const examined = await examineOf(route)(file ? { ...given, body: file } : given, context)
  if (!examined || isBelow(context, kind, examined)) {
    return await route.handle(file ? { ...call, body: Readable.from([file]) } : call, context)
  }
  const asked = { kind, examined, file, target: request.url }
  return await request202(context, route, { ...asked, call: given })
}

/** The largest upload that may need an approval is a list of rates. */
function readUpload(body: Readable): Promise<Buffer> {
  return readWhole(body, RATES_BYTES_MAX)
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

function isBelow({ config }: Context, kind: ApprovalKind, { money }: Examined): boolean {
  const from = money && config.approvalAmounts?.get(kind)?.get(money.currency.code)
  return from !== undefined && money !== undefined && money.amountMinor < from
}

interface AskedAct {
  readonly kind: ApprovalKind
  readonly examined: Examined
  readonly file: Buffer | undefined
  readonly target: string
  readonly call: ApprovedCall
}

async function request202(
  context: Context,
  { name, access }: Route,
  { kind, examined, file, target, call }: AskedAct,
): Promise<RouteResponse> {
  if (access.to !== 'operator') throw new Error(`${name} is not of operators`)
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

/** Returns how many users may approve what `requester` asked for. */
export async function countApprovers(
  { db }: Context,
  permission: OperatorPermission,
  requester: Actor,
): Promise<number> {
  const count = await countPermitted(db, permission)
  return requester.kind === 'user' ? Math.max(0, count - 1) : count
}

/** The partner exists: the act was examined. */
function partnerIdOf({ partnerId }: ApprovedCall['params']): number | undefined {
  return partnerId === undefined ? undefined : Number(partnerId)
}

function reasonOf({ query, body }: ApprovedCall): string | undefined {
  const inBody =
    typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined
  const reason = inBody ?? query['reason']
  return typeof reason === 'string' ? reason : undefined
}
