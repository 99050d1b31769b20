import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Readable } from 'node:stream'
import {
  abandonAttempt,
  approve,
  failAttempt,
  finishAttempt,
  type Approval,
  type Attempt,
  type Decision,
  type StoredRequest,
} from '../../approvals/mod.ts'
import { isAttemptOver, type AuditValue } from '../../audit/mod.ts'
import { Refusal } from '../../core/mod.ts'
import type { Principal } from '../../identity/mod.ts'
import { refusalOfAct } from '../../policy/mod.ts'
import type { AnyCall, OperatorCall } from '../call.ts'
import type { Context } from '../context.ts'
import { DIALECTS } from '../dialects.ts'
import { readQuery } from '../queries/read-query.ts'
import type { RouteResponse } from '../response.ts'
import type { Route } from '../route.ts'
import { examinationOf } from './examinations.ts'

const SEEN_LENGTH = 16

/** The changes that a waiting act would make now. */
export interface CurrentEffect {
  readonly before: AuditValue
  readonly after: AuditValue
  /** True if the state has changed since the act was requested. */
  readonly isChanged: boolean
  /** Why the act would be refused now, if that is known. */
  readonly fault: string | undefined
  /** A hash that changes when this state or this act does. */
  readonly seen: string
}

/** Returns the changes that a waiting act would make now. */
export async function currentEffect(
  context: Context,
  route: Route,
  { approval, stored }: { readonly approval: Approval; readonly stored: StoredRequest },
): Promise<CurrentEffect> {
  const seenOf = (basis: unknown): string =>
    hash('sha256', JSON.stringify([basis, approval.digest.toString('hex')]), 'hex').slice(
      0,
      SEEN_LENGTH,
    )
  try {
    const { params, query, body, file } = storedCall(route, stored)
    const examined = await examinationOf(route).examine(
      { params, query, body: file ?? body },
      context,
    )
    const { before, after, isMoving = false } = examined
    const isChanged = !isMoving && !isDeepStrictEqual(plain(before), approval.before)
    return { before, after, isChanged, fault: undefined, seen: seenOf(isMoving ? null : before) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message: fault } = error
    return { before: null, after: approval.after, isChanged: true, fault, seen: seenOf({ fault }) }
  }
}

/** Returns a value as jsonb returns it. */
function plain(value: AuditValue): unknown {
  return JSON.parse(JSON.stringify(value))
}

interface StoredCall {
  readonly params: StoredRequest['params']
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly file: Buffer | undefined
}

/** Reads a stored request again, by the rules that hold now. Refuses as admission does. */
function storedCall({ query: spec, bodyKind }: Route, stored: StoredRequest): StoredCall {
  const { params, query, body, file } = stored
  return {
    params,
    query: readQuery(spec, query),
    body: bodyKind.kind === 'json' ? bodyKind.check.read(body) : undefined,
    file: file === undefined ? undefined : Buffer.from(file, 'base64'),
  }
}

interface ApprovalInput {
  readonly approval: Approval
  readonly stored: StoredRequest
  readonly principal: Principal
  readonly reason: Decision['reason']
}

/**
 * Approves an act and does it, once. An act that is refused has failed for good. Refuses as
 * `approve` does, and overloaded, upstream_unavailable or rate_limited if the act was refused so:
 * then it can be approved again.
 */
export async function approveAndDo(
  context: Context,
  route: Route,
  { approval, stored, principal, reason }: ApprovalInput,
): Promise<void> {
  const attempt = await approve(context, approval, { actor: principal.actor, reason })
  try {
    const response = await act(context, route, { attempt, stored, principal })
    const { status, body } = response
    await finishAttempt(context, attempt, { status, body: Buffer.isBuffer(body) ? null : body })
  } catch (thrown) {
    if (isAttemptOver(thrown)) return
    const error = refusalOfAct(thrown) ?? thrown
    if (!(error instanceof Refusal) || TRANSIENT.has(error.kind)) {
      await abandonAttempt(context, attempt)
      throw error
    }
    const { code } = DIALECTS['admin-v1'][error.kind]
    const { details } = error.extras
    await failAttempt(context, attempt, { code, message: error.message, details })
  }
}

/** Refusals after which the same act may succeed later. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'overloaded',
  'upstream_unavailable',
  'rate_limited',
])

interface AttemptInput {
  readonly attempt: Attempt
  readonly stored: StoredRequest
  readonly principal: Principal
}

async function act(
  context: Context,
  route: Route,
  { attempt, stored, principal }: AttemptInput,
): Promise<RouteResponse> {
  const { file, ...storedRequest } = storedCall(route, stored)
  const { actor } = attempt
  const call: OperatorCall<unknown, unknown, unknown> = {
    ...storedRequest,
    ...(file && { body: Readable.from([file]) }),
    rawQuery: stored.query,
    headers: {},
    connection: { isClosed: () => false, waitOnPurpose: () => undefined },
    actor,
    principal: { ...principal, actor: { ...actor, gate: undefined } },
  }
  return await route.handle(call satisfies AnyCall, context)
}
