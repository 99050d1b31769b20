import { Refusal } from '../core/mod.ts'

/** Returns the refusal of links whose reference other links have. */
export function referenceExists(): Refusal {
  return new Refusal('client_reference_exists', 'links with this reference were sent', {
    details: [{ field: 'reference', message: 'was used for other links' }],
  })
}
