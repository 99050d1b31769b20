import { Type } from 'typebox'
import { metadataFault } from '../../core/mod.ts'

/** Returns the field of metadata in a request. */
export function newMetadata(description: string) {
  const shape = Type.Record(Type.String(), Type.String(), {
    description:
      `${description}: up to 20 keys of 1 to 40 characters, without colons, and values of up ` +
      'to 200 characters',
  })
  return Type.Refine(
    shape,
    (metadata) => metadataFault(metadata) === undefined,
    (metadata) => metadataFault(metadata) ?? '',
  )
}

export const Metadata = Type.Record(Type.String(), Type.String(), {
  description: 'The metadata of the request; absent if it had none',
})
