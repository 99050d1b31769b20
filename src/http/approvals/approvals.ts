import { Type } from 'typebox'
import {
  APPROVAL_SORTS,
  APPROVAL_STATES,
  cancelApproval,
  isSameActor,
  listApprovals,
  openApproval,
  rejectApproval,
  requireSecondPerson,
  type Approval,
  type OpenedApproval,
} from '../../approvals/mod.ts'
import { APPROVAL_KINDS, Refusal, notFound } from '../../core/mod.ts'
import { OPERATOR_PERMISSIONS, requirePermission, type Principal } from '../../identity/mod.ts'
import { ApprovalDetailShape, ApprovalView } from './approval-shape.ts'
import { countApprovers } from './gate.ts'
import { approveAndDo, currentEffect } from './perform.ts'
import type { Context } from '../context.ts'
import { Text } from '../shapes/field.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, optionalSort, pages } from '../queries/query.ts'
import { timeRange } from '../queries/query-times.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute, type Route } from '../route.ts'
import { Reason } from '../shapes/reason.ts'

type Routes = () => readonly Route[]

const DetailResponse = Type.Object({ data: ApprovalDetailShape })

/** Returns the routes that list and decide approvals of calls to these routes. */
export function approvalRoutes(routes: Routes): readonly Route[] {
  return [
    listRoute(routes),
    getRoute(routes),
    approveRoute(routes),
    rejectRoute(routes),
    cancelRoute(routes),
  ]
}

function listRoute(routes: Routes): Route {
  return operatorRoute('GET /admin/v1/approvals', {
    permission: 'approvals:read',
    operationId: 'listApprovals',
    summary: 'Lists the acts that a second person must approve, and those that were decided',
    description: 'Newest first. Only acts on data that you may read are listed.',
    query: {
      state: optionalOneOf(APPROVAL_STATES),
      kind: optionalOneOf(APPROVAL_KINDS),
      ...timeRange,
      sort: optionalSort(APPROVAL_SORTS),
      ...pages,
    },
    response: PagedOf(ApprovalView.schema),
    async handle({ query, principal }, context) {
      const permissions = readablePermissions(principal)
      const { rows, total } = await listApprovals(context, { ...query, permissions })
      const entries = rows.map((one) => {
        return ApprovalView.body({ ...one, ...nameOf(routeOf(routes, one), one) })
      })
      return ok(paged(entries, { ...query, totalRecords: total }))
    },
  })
}

function getRoute(routes: Routes): Route {
  return operatorRoute('GET /admin/v1/approvals/{approvalId}', {
    permission: 'approvals:read',
    operationId: 'getApproval',
    summary: 'Returns an approval, with the state before and after the act as it is now',
    response: DetailResponse,
    handle: ({ params, principal }, context) => detail(context, routes, { params, principal }),
  })
}

const ApprovalBody = Type.Object(
  {
    seen: Text('`seen` of the approval as it was shown to you'),
    reason: Type.Optional(Reason),
  },
  { title: 'ApprovalGiven' },
)

function approveRoute(routes: Routes): Route {
  return operatorRoute('POST /admin/v1/approvals/{approvalId}/approve', {
    permission: 'approvals:write',
    operationId: 'approveAct',
    refuses: ['step_up_required', 'state_conflict'],
    summary: 'Approves an act that another person or a machine requested, and executes it once',
    description:
      'You need the permission of the act itself. Refuses if the state has changed since you saw ' +
      'it. If the act is refused, the approval is `FAILED` and `error` says why.',
    body: ApprovalBody,
    response: DetailResponse,
    async handle({ params, body, principal }, context) {
      const opened = await permittedApproval(context, params, principal)
      const { approval, stored } = opened
      requireDecider(approval, principal)
      if (approval.state !== 'PENDING' || !stored) throw alreadyDecided(approval)
      const route = routeOf(routes, approval)
      if (!route) throw new Refusal('state_conflict', GONE)
      const { seen } = await currentEffect(context, route, { approval, stored })
      if (seen !== body.seen) throw new Refusal('state_conflict', CHANGED)
      const { reason } = body
      await approveAndDo(context, route, { approval, stored, principal, reason })
      return await detail(context, routes, { params, principal })
    },
    recall: ({ params, principal }, context) => detail(context, routes, { params, principal }),
  })
}

const GONE = 'this version of the service no longer has the requested act'
const CHANGED = 'the state has changed since you saw it; read the approval again'

function rejectRoute(routes: Routes): Route {
  return operatorRoute('POST /admin/v1/approvals/{approvalId}/reject', {
    permission: 'approvals:write',
    operationId: 'rejectAct',
    refuses: ['state_conflict'],
    summary: 'Rejects an act that another person or a machine requested',
    body: Type.Object({ reason: Reason }, { title: 'ApprovalRejection' }),
    response: DetailResponse,
    async handle({ params, body, principal }, context) {
      const { approval } = await permittedApproval(context, params, principal)
      requireDecider(approval, principal)
      if (approval.state !== 'PENDING') throw alreadyDecided(approval)
      await rejectApproval(context, approval, { actor: principal.actor, ...body })
      return await detail(context, routes, { params, principal })
    },
  })
}

function cancelRoute(routes: Routes): Route {
  return operatorRoute('POST /admin/v1/approvals/{approvalId}/cancel', {
    permission: 'approvals:write',
    operationId: 'cancelAct',
    refuses: ['state_conflict'],
    summary: 'Withdraws an act that you requested',
    body: Type.Object({ reason: Type.Optional(Reason) }, { title: 'ApprovalCancellation' }),
    isBodyOptional: true,
    response: DetailResponse,
    async handle({ params, body: { reason }, principal }, context) {
      const { approval } = await permittedApproval(context, params, principal)
      if (approval.state !== 'PENDING') throw alreadyDecided(approval)
      await cancelApproval(context, approval, { actor: principal.actor, reason })
      return await detail(context, routes, { params, principal })
    },
  })
}

interface ApprovalCall {
  readonly params: { readonly approvalId: string }
  readonly principal: Principal
}

async function detail(context: Context, routes: Routes, { params, principal }: ApprovalCall) {
  const { approval, stored, response } = await permittedApproval(context, params, principal)
  const { state, requester, permission, attemptUntil } = approval
  const route = routeOf(routes, approval)
  const isPending = state === 'PENDING' && stored !== undefined
  const effect =
    isPending && route ? await currentEffect(context, route, { approval, stored }) : undefined
  const isOwn = isSameActor(requester, principal.actor)
  const isPermitted = principal.permissions.has(permission)
  const isUser = principal.actor.kind === 'user'
  return ok({
    data: {
      ...ApprovalView.body({ ...approval, ...nameOf(route, approval) }),
      ...(effect && {
        before: effect.before,
        after: effect.after,
        seen: effect.seen,
        fault: effect.fault,
      }),
      changed: effect?.isChanged ?? false,
      underWay: isPending && attemptUntil !== undefined && attemptUntil > context.clock.now(),
      mayDecide: isPending && isUser && !isOwn && isPermitted,
      mayCancel: isPending && isOwn,
      approvers: await countApprovers(context, permission, requester),
      ...(isOwn && response && { response }),
    },
  })
}

/** Returns the approval of a path. Refuses not_found, also if its act may not be read. */
async function permittedApproval(
  context: Context,
  { approvalId }: ApprovalCall['params'],
  principal: Principal,
): Promise<OpenedApproval> {
  const opened = await openApproval(context, Number(approvalId))
  if (opened && readablePermissions(principal).includes(opened.approval.permission)) return opened
  throw notFound('approval')
}

/** Returns the permissions of the acts that the principal may read. */
function readablePermissions({ permissions }: Principal): readonly string[] {
  const held: ReadonlySet<string> = permissions
  return OPERATOR_PERMISSIONS.filter(
    (one) => held.has(one) || held.has(one.replace(/:write$/, ':read')),
  )
}

/** Refuses permission_missing to machines, to the requester, and without the permission. */
function requireDecider(approval: Approval, { actor, permissions }: Principal): void {
  requirePermission(permissions, approval.permission)
  requireSecondPerson(approval, actor)
}

function alreadyDecided({ state }: Approval): Refusal {
  return new Refusal('state_conflict', `the approval is ${state}`)
}

/** Returns the route that was called; undefined if this version no longer has it. */
function routeOf(routes: Routes, { route: name }: Approval): Route | undefined {
  return routes().find((one) => one.name === name)
}

function nameOf(route: Route | undefined, { request }: Approval) {
  const operation = route?.operation
  return { operation: operation?.operationId, summary: operation?.summary ?? request }
}
