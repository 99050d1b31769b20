import type { CommandCase } from '../operator/case.ts'

/** The commands of approvals that a token may give. */
export const APPROVAL_COMMANDS: readonly CommandCase[] = [
  [['approvals', 'list'], 'GET /approvals'],
  [
    ['approvals', 'list', '--state', 'PENDING', '--kind', 'deposits', '--page', '2'],
    'GET /approvals?state=PENDING&kind=deposits&page=2',
  ],
  [['approvals', 'show', '12'], 'GET /approvals/12'],
  [['approvals', 'cancel', '12'], 'POST /approvals/12/cancel', {}],
  [
    ['approvals', 'cancel', '12', '--reason', 'paid twice'],
    'POST /approvals/12/cancel',
    { reason: 'paid twice' },
  ],
  [['approvals', 'rules'], 'GET /approval-rules'],
]
