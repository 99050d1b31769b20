import { Type } from 'typebox'
import {
  METADATA_KEYS_MAX,
  metadataFault,
  type Label,
  type Metadata as Labels,
} from '../../core/mod.ts'
import { optionalText, ParameterFault, type Parameter } from '../queries/query.ts'

/**
 * Returns the field of metadata in a request. The number of entries is checked before the entries:
 * a body may have tens of thousands.
 */
export function newMetadata(description: string) {
  const shape = Type.Unsafe<Labels>({
    type: 'object',
    maxProperties: METADATA_KEYS_MAX,
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

const PAIR = optionalText()

/** A key of the metadata with its value, such as `team:hr`. */
export const LABEL: Parameter<Label | undefined> = {
  ...PAIR,
  absent: () => undefined,
  read(text) {
    const [key = '', ...value] = PAIR.read(text)?.split(':') ?? []
    if (key !== '' && value.length > 0) return { key, value: value.join(':') }
    throw new ParameterFault('must be a key and a value, such as team:hr')
  },
}
