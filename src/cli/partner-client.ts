import { Tessera, TesseraError, type ClientOptions } from '@tessera/sdk'
import type { PartnerConnection } from './connection.ts'
import { unreachable } from './exchange.ts'
import { ApiFailure, type CommandFailure } from './failure.ts'

/** Uses the client of a partner. Throws CommandFailure for errors of the client. */
export type PartnerClient = <T>(use: (tessera: Tessera) => Promise<T>) => Promise<T>

type Options = Pick<ClientOptions, 'maxRetries' | 'timeoutMs'>

/** Returns a client that signs with the credential of the command. */
export function partnerClient(
  { base, signer }: PartnerConnection,
  options?: Options,
): PartnerClient {
  const tessera = new Tessera({ ...signer, ...options, baseUrl: base, secondSignature: true })
  return (use) =>
    use(tessera).catch((error: unknown) => {
      throw error instanceof TesseraError ? failureOf(error, base) : error
    })
}

function failureOf(error: TesseraError, base: string): CommandFailure {
  const { status, code, reason, requestId } = error
  if (status === undefined) return unreachable(new URL(base).origin, error)
  const details = error.details.map(({ field, message }) => ({ field, message }))
  return new ApiFailure(status, { error: { code, message: reason, details } }, requestId)
}
