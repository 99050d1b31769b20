import type { Fault, FieldFault } from './operations.ts'

/** A response that is not a success. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The section of the docs on errors that explains the code, if the response names one. */
  readonly kind: string | undefined
  readonly details: readonly FieldFault[]
  readonly requestId: string | undefined

  constructor(response: Response, fault: Fault | undefined) {
    super(inWords(fault?.message ?? `the service responded ${response.status}`))
    this.name = 'ApiError'
    this.status = response.status
    this.code = fault?.code ?? `HTTP_${response.status}`
    this.kind = fault?.docUrl?.split('#')[1]
    this.details = (fault?.details ?? []).map((one) => ({ ...one, message: inWords(one.message) }))
    this.requestId = response.headers.get('x-request-id') ?? undefined
  }

  /**
   * Returns the message about a field of the request, or about an entry of the field, if there is
   * one. `rates.rate` also matches `rates[0].rate`: the field of the only entry of a list.
   */
  about(field: string): string | undefined {
    if (field.includes('.')) {
      return this.details.find((detail) => detail.field.replace('[0]', '') === field)?.message
    }
    const fault = this.details.find((detail) => detail.field.split('[')[0] === field)
    const [, entry] = /\[(\d+)\]/.exec(fault?.field ?? '') ?? []
    return entry === undefined ? fault?.message : `${Number(entry) + 1}: ${fault?.message}`
  }
}

/** Writes the states in a message as words: `is ON_HOLD` as "is on hold". */
function inWords(message: string): string {
  return message.replaceAll(/\b(?:is|are|was|not) [A-Z_]{4,}\b/g, (state) =>
    state.replaceAll('_', ' ').toLowerCase(),
  )
}
