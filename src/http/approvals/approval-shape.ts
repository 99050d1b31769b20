import { Type } from 'typebox'
import type { Approval, ApprovalState } from '../../approvals/mod.ts'
import { FieldFaultShape } from '../shapes/fault-shape.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'
import { optionalTime } from '../response.ts'
import { ApprovalKindField } from './requested.ts'

const APPROVAL_STATE = {
  PENDING: 'it waits for a second person; nothing was done',
  EXECUTED: 'it was approved and done',
  FAILED: 'it was approved, and the act was refused; `error` says why',
  REJECTED: 'a second person rejected it',
  CANCELED: 'whoever asked for it withdrew it',
  EXPIRED: 'nobody decided in time',
} satisfies Record<ApprovalState, string>

interface Shown extends Approval {
  /** The summary of its route. */
  readonly summary: string
}

/** An approval as lists show it. */
export const ApprovalView = view<Shown>()(
  {
    approvalId: Whole('Identifies the approval'),
    kind: ApprovalKindField,
    state: oneOf('The state of the approval', APPROVAL_STATE),
    summary: Text('What is to be done, in one sentence'),
    request: Text('The method, and the path with its query'),
    permission: Text('What whoever approves it must be permitted to do'),
    partnerId: Type.Optional(Whole('The partner whom it concerns, if it concerns one')),
    requestedBy: [Text('Who asked for it'), ({ requester }) => requester.name],
    reason: Type.Optional(Text('Why, if they said')),
    requestedAt: Instant('When it was asked for'),
    expiresAt: Instant('When it expires unless it is decided'),
    before: Type.Unknown({ description: 'The state before it; null if there is none' }),
    after: Type.Unknown({ description: 'What is asked for. Secrets are not shown' }),
    decidedBy: [Type.Optional(Text('Who decided it')), ({ decision }) => decision?.by],
    decidedAt: [
      Type.Optional(Instant('When it was decided')),
      ({ decision }) => optionalTime(decision?.at),
    ],
    decisionReason: [
      Type.Optional(Text('Why it was decided so')),
      ({ decision }) => decision?.reason,
    ],
    target: Type.Optional(Text('What was written, as the audit log names it')),
    error: Type.Optional(
      Type.Object(
        {
          code: Text('For programs'),
          message: Text('For people'),
          details: Type.Optional(
            Type.Array(FieldFaultShape, { description: 'What is wrong, field by field' }),
          ),
        },
        { description: 'Why the act was refused' },
      ),
    ),
  },
  { title: 'Approval' },
)

/**
 * While it waits, `before` and `after` are computed from the present state; once decided, they are
 * those of the request.
 */
export const ApprovalDetailShape = Type.Object(
  {
    ...ApprovalView.schema.properties,
    seen: Type.Optional(
      Text('Names this state and this act, while it waits: whoever approves sends it back'),
    ),
    changed: YesOrNo('True if `before` is no longer what it was when the act was asked for'),
    fault: Type.Optional(Text('Why the act would be refused now, if that is known')),
    underWay: YesOrNo('True if it was approved and may be being done now'),
    mayDecide: YesOrNo('True if you may approve or reject it'),
    mayCancel: YesOrNo('True if you asked for it and may withdraw it'),
    approvers: Whole('Users who may approve it'),
    response: Type.Optional(
      Type.Object(
        {
          status: Whole('The status'),
          body: Type.Unknown({ description: 'The body, with what it shows once' }),
        },
        { description: 'What the act responded: for whoever asked for it, for a day' },
      ),
    ),
  },
  { title: 'ApprovalDetail' },
)
