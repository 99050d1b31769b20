import { Type } from 'typebox'
import type { ApprovalKind } from '../../core/mod.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { choiceOf } from '../shapes/one-of.ts'

const APPROVAL_KIND = {
  deposits: 'deposits to partners',
  reversals: 'deposits that are taken back',
  refunds: 'items that are refunded or replaced',
  rates: 'rates and spreads',
  prices: 'rules of the price list',
  credentials: 'credentials of partners that are issued, changed or rotated',
  limits: 'limits that are raised, partners and wallets that are active again, budgets',
  credits: 'files of credits to wallets of consumers',
  links: 'addresses of links that are shown',
  upstreams: 'accounts at suppliers: addresses and credentials',
  suppliers: 'products that are created, and who supplies them',
  lots: 'quarantined lots that are released',
  keys: 'keys that are rotated or retired',
  roles: 'users who are invited, enabled or get another role; tokens of machines',
} satisfies Record<ApprovalKind, string>

export const ApprovalKindField = choiceOf('The kind of act', APPROVAL_KIND)

/** The response to an act that is not done yet. */
export const ApprovalRequestedShape = Type.Object(
  {
    data: Type.Object(
      {
        approvalId: Whole('Identifies the approval'),
        kind: ApprovalKindField,
        state: Type.Literal('PENDING', { description: 'Nothing was done yet' }),
        path: Text('Path at which the approval is read and decided'),
        expiresAt: Instant('When it expires unless it is approved'),
        approvers: Whole('Other users who may approve it'),
      },
      { description: 'The approval that is needed' },
    ),
  },
  { title: 'ApprovalRequested' },
)
