/** The error of a test request that asked for one. It is not logged as a fault of the service. */
export class FaultOnPurpose extends Error {
  override readonly name = 'FaultOnPurpose'
}
