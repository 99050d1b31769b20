/** Codes in stock, by the place of their face value in `AMOUNTS`, and who waits for them. */
export interface Stock {
  has(amount: number, units: number): boolean
  take(amount: number, units: number): void
  giveBack(amount: number, units: number): void
  isWaitedFor(amount: number): boolean
}
