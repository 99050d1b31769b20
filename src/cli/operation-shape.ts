/**
 * How an argument becomes a value: text as it is, a currency in upper case, a whole or decimal
 * number, true or false, a list with commas between, or JSON.
 */
export type FieldKind =
  | 'text'
  | 'currency'
  | 'whole'
  | 'decimal'
  | 'flag'
  | 'texts'
  | 'decimals'
  | 'json'

/** A parameter of a query or a field of a body. */
export interface Field {
  readonly kind: FieldKind
  readonly isRequired?: true
  readonly isNullable?: true
  readonly hasDefault?: true
  /** The allowed values; undefined allows any. */
  readonly values?: readonly string[]
  readonly help: string
}

type Fields = Readonly<Record<string, Field>>

/** An operation of the operator API, as its OpenAPI document describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The path below `/admin/v1`. */
  readonly path: `/${string}`
  readonly query?: Fields
  readonly body?: Fields
  /** The fields of the data in a response, or of each entry of a list. */
  readonly row: readonly string[]
}
