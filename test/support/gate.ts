/** Makes callers wait until it is opened, so that a test decides the order of events. */
export class Gate {
  readonly #waiting: (() => void)[] = []
  #isOpen = false

  /** Resolves when the gate is open. */
  passed(): Promise<void> {
    if (this.#isOpen) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  open(): void {
    this.#isOpen = true
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
