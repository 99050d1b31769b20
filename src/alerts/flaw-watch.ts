import { repeat, type RepeatedWork } from '../core/mod.ts'

export interface FlawWatchOptions {
  /** Called with the flaw when it begins or changes, and with undefined when it ends. */
  onChange(flaw: string | undefined): void
  onFault(error: unknown): void
}

/** Checks regularly whether a database is unfit although it responds, and reports each change. */
export abstract class FlawWatch<Options extends FlawWatchOptions> {
  protected readonly options: Options
  readonly #everyMs: number
  #flaw: string | undefined

  constructor(options: Options, everyMs: number) {
    this.options = options
    this.#everyMs = everyMs
  }

  /** Returns the flaw in one line, or undefined. */
  get flaw(): string | undefined {
    return this.#flaw
  }

  start(): RepeatedWork {
    return repeat(() => this.check(), this.#everyMs, this.options.onFault)
  }

  protected report(flaw: string | undefined): void {
    if (flaw !== this.#flaw) this.options.onChange(flaw)
    this.#flaw = flaw
  }

  protected abstract check(): Promise<void>
}
