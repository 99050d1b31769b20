import type { JsonValue } from './json.ts'
import { segment, type OperatorRequest } from './operator-api.ts'
import { OPERATIONS } from './operator-operations.ts'
import type { FieldKind, Operation } from './operation-shape.ts'

type Table = typeof OPERATIONS
export type OperationId = keyof Table

type IdsOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | IdsOf<Rest> : never
type PathName<Id extends OperationId> = IdsOf<Table[Id]['path']>
type QueryFields<Id extends OperationId> = Table[Id] extends { query: infer Query } ? Query : object
type BodyFields<Id extends OperationId> = Table[Id] extends { body: infer Body } ? Body : object

interface Values {
  readonly text: string
  readonly currency: string
  readonly whole: number
  readonly decimal: number
  readonly flag: boolean
  readonly texts: readonly string[]
  readonly decimals: readonly number[]
  readonly json: JsonValue | object
}

type ValueOf<One> =
  | (One extends { values: readonly (infer Value)[] }
      ? Value
      : One extends { kind: infer Kind extends FieldKind }
        ? Values[Kind]
        : never)
  | (One extends { isNullable: true } ? null : never)

type RequiredNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { isRequired: true } ? Name : never
}[keyof Fields]

type PathOf<Id extends OperationId> = { readonly [Name in PathName<Id>]: string }
/** Parameters of a query are sent as they were typed. */
type QueryOf<Id extends OperationId> = {
  readonly [Name in keyof QueryFields<Id>]?: string | undefined
}
export type BodyOf<Id extends OperationId> = {
  readonly [Name in RequiredNames<BodyFields<Id>>]: ValueOf<BodyFields<Id>[Name]>
} & {
  readonly [Name in keyof BodyFields<Id>]?: ValueOf<BodyFields<Id>[Name]> | undefined
}

/** The path, query and body of a request. */
export interface OperationInput<Id extends OperationId> {
  readonly path: PathOf<Id>
  readonly query: QueryOf<Id>
  readonly body: BodyOf<Id>
}

/** The name of an id in the path, a parameter or a field of the body. */
export type FieldName<Id extends OperationId> =
  | PathName<Id>
  | (keyof QueryFields<Id> & string)
  | (keyof BodyFields<Id> & string)
/** The name of a field of the data in a response, or of each entry of a list. */
export type RowName<Id extends OperationId> = Table[Id]['row'][number]

/** The parts of `OperationInput` that an operation has. Without `path`, its path has no ids. */
type Parts<Id extends OperationId> = ([PathName<Id>] extends [never]
  ? { readonly path?: object }
  : { readonly path: PathOf<Id> }) & {
  readonly query?: QueryOf<Id>
  readonly body?: BodyOf<Id>
}

/** Returns the request of an operation. Undefined parameters and fields are left out. */
export function requestOf<Id extends OperationId>(
  id: Id,
  parts: NoInfer<Parts<Id>>,
): OperatorRequest {
  const { method, path, body: fields } = operationOf(id)
  const { query, body } = parts
  const ids: Readonly<Record<string, string>> = { ...parts.path }
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(ids[name] ?? '')),
    ...(query && { query }),
    ...(fields && { body: body ?? {} }),
  }
}

export function operationOf(id: OperationId): Operation {
  return OPERATIONS[id]
}

/** Returns the names of the ids in a path, in their order. */
export function idsOfPath({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
