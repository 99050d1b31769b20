/** The faults of a backup. The message is one line. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
  /** A line for each fault. */
  readonly faults: readonly string[]

  constructor(message: string, faults: readonly string[] = [message], options?: ErrorOptions) {
    super(message, options)
    this.faults = faults
  }
}
