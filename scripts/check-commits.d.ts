export function faultsOfCommit(message: {
  readonly subject: string
  readonly body: string
}): string[]
