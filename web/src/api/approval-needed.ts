const PATH = /^\/admin\/v1\/approvals\/(\d+)$/

/** Thrown if a request has changed nothing yet, because another user must approve it first. */
export class ApprovalNeeded extends Error {
  readonly approvalId: number

  constructor(approvalId: number) {
    super(`approval ${approvalId} is needed first`)
    this.name = 'ApprovalNeeded'
    this.approvalId = approvalId
  }
}

/** Returns an error with the approval that a response names; undefined if the request was done. */
export function approvalNeeded({ status, headers }: Response): ApprovalNeeded | undefined {
  const [, id] = status === 202 ? (PATH.exec(headers.get('location') ?? '') ?? []) : []
  return id === undefined ? undefined : new ApprovalNeeded(Number(id))
}
