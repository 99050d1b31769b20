import { DETAILS_MAX, invalidFields, invalidParameter, type FieldFault } from '../../core/mod.ts'
import { fieldName } from '../bodies/json-body.ts'
import { ParameterFault, type Parameter, type QueryOf, type QuerySpec } from './query.ts'

/**
 * Refuses invalid_parameters, naming the first parameter that is not percent-encoded UTF-8: the
 * framework would pass it on undecoded, as another name or value.
 */
export function requireDecodable(target: string): void {
  const at = target.indexOf('?')
  if (at < 0 || !target.includes('%', at)) return
  const fault = target
    .slice(at + 1)
    .split('&')
    .find((parameter) => decoded(parameter) === undefined)
  if (fault === undefined) return
  const name = decoded(fault.split('=', 1).join('')) ?? 'query'
  throw invalidParameter(fieldName([name]), 'must be UTF-8 in percent-encoding')
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the parameters of `spec`. Refuses invalid_parameters, naming each one that is invalid,
 * missing, repeated, or not in `spec` (a misspelled filter must not return everything). If all are
 * valid, names those that contradict each other. Without `spec`, refuses any parameter as
 * `refuseUnknown` does.
 */
export function readQuery<Spec extends QuerySpec>(spec: Spec, query: unknown): QueryOf<Spec> {
  const texts = (query ?? {}) as Readonly<Record<string, unknown>>
  const names = Object.keys(spec)
  if (names.length === 0) {
    refuseUnknown(names, texts)
    return {} as QueryOf<Spec>
  }
  const values: Record<string, unknown> = {}
  const details: FieldFault[] = []
  // A loop, because map and join cost as much per request as checking the signature.
  for (const name of names) {
    const parameter = spec[name]
    try {
      if (parameter) values[name] = readOne(parameter, texts[name])
    } catch (error) {
      if (!(error instanceof ParameterFault)) throw error
      details.push({ field: name, message: error.message })
    }
  }
  details.push(...unknownIn(names, texts))
  if (details.length === 0) details.push(...contradictionsIn(spec, values))
  if (details.length > 0) throw invalidFields('invalid_parameters', details)
  return values as QueryOf<Spec>
}

/** Returns the faults of values that are valid alone, but not together. */
function contradictionsIn(spec: QuerySpec, values: Readonly<Record<string, unknown>>) {
  const faults: FieldFault[] = []
  for (const name in spec) {
    try {
      spec[name]?.checkAgainst?.(values)
    } catch (error) {
      if (!(error instanceof ParameterFault)) throw error
      faults.push({ field: name, message: error.message })
    }
  }
  return faults
}

/**
 * Refuses parameters that are not in `names`, naming each. The kind is invalid_request, not
 * invalid_parameters: writes of /api/partner/v1 respond with 400 to that, where lists respond with
 * 422.
 */
function refuseUnknown(names: readonly string[], query: unknown): void {
  const details = unknownIn(names, query ?? {})
  if (details.length > 0) throw invalidFields('invalid_request', details)
}

function unknownIn(names: readonly string[], values: object): FieldFault[] {
  const faults: FieldFault[] = []
  for (const name of Object.keys(values)) {
    if (names.includes(name) || faults.length === DETAILS_MAX) continue
    const message =
      names.length === 0
        ? 'is not known: this path takes no query parameters'
        : `is not known: this path takes ${names.join(', ')}`
    faults.push({ field: fieldName([name]), message })
  }
  return faults
}

function readOne(parameter: Parameter<unknown>, value: unknown): unknown {
  if (value === undefined) return parameter.absent()
  if (typeof value !== 'string') throw new ParameterFault('must be given once')
  return parameter.read(value)
}
