/** Records, for several instants, the last event that had been sent to an endpoint by then. */
export class SentMarks {
  /** Oldest first. */
  readonly #marks: { readonly upTo: number; readonly at: number }[] = []
  #upTo = 0

  add(eventNo: number): void {
    this.#upTo = Math.max(this.#upTo, eventNo)
  }

  /**
   * Returns the last event that had been sent at least `ms` ago. Measures from the first
   * call after an event was sent, so it must be called often.
   */
  takeBefore(ms: number, monotonic: number): number {
    if (this.#upTo > (this.#marks.at(-1)?.upTo ?? 0)) {
      this.#marks.push({ upTo: this.#upTo, at: monotonic })
    }
    const recent = this.#marks.findIndex(({ at }) => monotonic - at <= ms)
    const old = this.#marks.splice(0, recent < 0 ? this.#marks.length : recent)
    return old.at(-1)?.upTo ?? 0
  }
}
