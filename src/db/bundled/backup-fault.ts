/** Something is wrong with a backup. The message says what, in one line. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
  /** What is wrong, a line each. */
  readonly faults: readonly string[]

  constructor(message: string, faults: readonly string[] = [message], options?: ErrorOptions) {
    super(message, options)
    this.faults = faults
  }
}
