/** Writes that are under way when their service is killed. */
export interface InterruptedWrites {
  /** Sends all writes. Resolves once one of them has a response. */
  send(): Promise<void>
  /** Repeats each write at another service until it is acknowledged, and checks all of them. */
  accountFor(url: string): Promise<void>
}
