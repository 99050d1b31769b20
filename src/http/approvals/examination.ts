import type { AuditValue } from '../../audit/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import type { Context } from '../context.ts'

/** A request without its headers. Its body was checked; the body of an upload is bytes. */
export interface ActRequest<Body = unknown> {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Body
}

/** The changes that an act would make. Holds no secret. */
export interface ExaminedChange {
  readonly before: AuditValue
  readonly after: AuditValue
  /** True if orders change `before` all the time: then it may differ when the act is done. */
  readonly isMoving?: boolean
}

/**
 * Returns what an act would change, for its requester and its approver. Does not decide whether it
 * needs an approval: the write itself does. Refuses as the act would, as far as that can be known
 * without doing it.
 */
export type Examine<Body = unknown> = (
  request: ActRequest<Body>,
  context: Context,
) => Promise<ExaminedChange>

/** `examine` is a method, so that examinations of different bodies fit one type. */
export interface Examination {
  examine(request: ActRequest, context: Context): Promise<ExaminedChange>
}

export function examine<Body>(examineBody: Examine<Body>): Examination {
  return { examine: examineBody }
}

export interface WithReason {
  readonly reason?: string
}

/** Returns the body without its reason, and what the act does besides. */
export function afterOf(body: WithReason, besides: object = {}): AuditValue {
  const { reason: _, ...request } = body
  return jsonOf({ ...besides, ...request })
}

/** Examines an act that only adds what its body describes. */
export const examineAddition = examine<WithReason>(({ body }) =>
  Promise.resolve({ before: null, after: afterOf(body) }),
)
