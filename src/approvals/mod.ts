/**
 * Acts of operators that wait until a second person approves them. Owns approvals.
 */
export {
  APPROVAL_STATES,
  isSameActor,
  type ActFault,
  type Approval,
  type ApprovalState,
  type StoredRequest,
} from './approval.ts'
export { abandonAttempt, approve, failAttempt, finishAttempt, type Attempt } from './attempt.ts'
export { cancelApproval, rejectApproval, requireSecondPerson, type Decision } from './decide.ts'
export { sweepApprovals } from './expire.ts'
export {
  APPROVAL_SORTS,
  listApprovals,
  openApproval,
  type OpenedApproval,
} from './find-approval.ts'
export { requestApproval, type RequestedApproval } from './request-approval.ts'
