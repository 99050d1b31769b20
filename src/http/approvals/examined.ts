import type { AuditValue } from '../../audit/mod.ts'
import type { ApprovalKind } from '../../core/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import type { Context } from '../context.ts'

/** What a request says, without its head. Its body was checked; that of an upload is its bytes. */
export interface ActRequest<Body = unknown> {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Body
}

/** What an act would change. Holds no secret. */
export interface Examined {
  readonly before: AuditValue
  readonly after: AuditValue
  /** True if `before` moves with each order, so that it may differ when the act is done. */
  readonly isMoving?: boolean
}

/**
 * Reads what an act would change, for whoever asks for it and whoever approves it. It decides
 * nothing: that the act needs an approval was decided by the write itself. Refuses what the act
 * would refuse, as far as that can be known without doing it.
 */
export type Examine<Body = unknown> = (
  request: ActRequest<Body>,
  context: Context,
) => Promise<Examined>

/** An act that can be asked for; `examine` is a method, so that its body can be any. */
export interface AskableAct {
  readonly kind: ApprovalKind
  examine(request: ActRequest, context: Context): Promise<Examined>
}

export function examine<Body>(kind: ApprovalKind, examineBody: Examine<Body>): AskableAct {
  return { kind, examine: examineBody }
}

export interface WithReason {
  readonly reason?: string
}

/** Returns what is asked for, without why. */
export function afterOf(body: WithReason): AuditValue {
  const { reason: _, ...request } = body
  return jsonOf(request)
}

/** Examines an act that adds something, of which all is said in the body. */
export function examineAddition(kind: ApprovalKind): AskableAct {
  return examine<WithReason>(kind, ({ body }) =>
    Promise.resolve({ before: null, after: afterOf(body) }),
  )
}
