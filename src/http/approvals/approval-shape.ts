import { Type } from 'typebox'
import type { Approval, ApprovalState } from '../../approvals/mod.ts'
import { FieldFaultShape } from '../shapes/fault-shape.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'
import { optionalTime } from '../response.ts'
import { ApprovalKindField } from './request-shape.ts'

const APPROVAL_STATE = {
  PENDING: 'it waits for a second person; nothing was done',
  EXECUTED: 'it was approved and done',
  FAILED: 'it was approved, and the act was refused; `error` says why',
  REJECTED: 'a second person rejected it',
  CANCELED: 'its requester withdrew it',
  EXPIRED: 'nobody decided in time',
} satisfies Record<ApprovalState, string>

interface DescribedApproval extends Approval {
  /** The operation of its route; undefined if this version no longer has it. */
  readonly operation: string | undefined
  /** The summary of its route. */
  readonly summary: string
}

/** An approval as lists show it. */
export const ApprovalView = view<DescribedApproval>()(
  {
    approvalId: Whole('Identifies the approval'),
    kind: ApprovalKindField,
    state: oneOf('The state of the approval', APPROVAL_STATE),
    operation: Type.Optional(
      Text('The operation that it is, such as `createDeposit`, if this version has it'),
    ),
    summary: Text('Summary of the act, in one sentence'),
    request: Text('The method, and the path with its query'),
    permission: Text('Permission that an approver needs'),
    partnerId: Type.Optional(Whole('The partner that it concerns, if any')),
    requestedBy: [Text('Name of the requester'), ({ requester }) => requester.name],
    reason: Type.Optional(Text('Reason of the requester, if there is one')),
    requestedAt: Instant('When it was requested'),
    expiresAt: Instant('When it expires unless it is decided'),
    before: Type.Unknown({ description: 'The state before it; null if there is none' }),
    after: Type.Unknown({ description: 'State after the act. Secrets are not shown' }),
    decidedBy: [Type.Optional(Text('Who decided it')), ({ decision }) => decision?.by],
    decidedAt: [
      Type.Optional(Instant('When it was decided')),
      ({ decision }) => optionalTime(decision?.at),
    ],
    decisionReason: [
      Type.Optional(Text('Why it was decided so')),
      ({ decision }) => decision?.reason,
    ],
    target: Type.Optional(Text('Target that was written, as the audit log names it')),
    error: Type.Optional(
      Type.Object(
        {
          code: Text('Code of the error, for programs'),
          message: Text('Message for people'),
          details: Type.Optional(Type.Array(FieldFaultShape, { description: 'Faults, by field' })),
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
      Text('Hash of this state and this act, while it waits; the approver sends it back'),
    ),
    changed: YesOrNo('True if `before` has changed since the act was requested'),
    fault: Type.Optional(Text('Why the act would be refused now, if that is known')),
    underWay: YesOrNo('True if it was approved and may be executing now'),
    mayDecide: YesOrNo('True if you may approve or reject it'),
    mayCancel: YesOrNo('True if you requested it and may withdraw it'),
    approvers: Whole('Users who may approve it'),
    response: Type.Optional(
      Type.Object(
        {
          status: Whole('The status'),
          body: Type.Unknown({ description: 'The body, with secrets that are shown once' }),
        },
        { description: 'Response to the act: for the requester, for a day' },
      ),
    ),
  },
  { title: 'ApprovalDetail' },
)
