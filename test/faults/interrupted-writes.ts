/** Writes that are under way when their service is killed. */
export interface InterruptedWrites {
  /** Sends all of them. Resolves when the first has a response. */
  send(): Promise<void>
  /** Repeats each at another service until it is acknowledged, and checks all of them. */
  accountFor(url: string): Promise<void>
}
