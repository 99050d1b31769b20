import { isUuid, type FieldFault } from '../core/mod.ts'

/**
 * Returns the value of the header in lower case, or its fault; an empty object if it was not sent.
 */
export function readIdempotencyKey(value: unknown): { value?: string; fault?: FieldFault } {
  if (value === undefined) return {}
  if (typeof value === 'string' && isUuid(value)) return { value: value.toLowerCase() }
  return { fault: { field: 'Idempotency-Key', message: 'must be a UUID, sent once' } }
}
