import { DIALECTS } from '../../src/http/dialects.ts'
import {
  fieldsOfSuccess,
  OPERATIONS,
  resolved,
  SCHEMAS,
  type Operation,
  type Parameter,
  type Schema,
} from './document.ts'
import { capital, PythonTypes, snakeCase } from './python-types.ts'

/** Operations without a generated method: `download_rows` does it. */
export const WRITTEN_BY_HAND = ['downloadExport']
/** Writes that can be repeated: a quote changes nothing, and rows of transactions have keys. */
const REPEATABLE = ['createQuote', 'createTransactions']
const PAGE_PARAMETERS = ['page', 'after']
/** The methods return JSON. `send` gets other formats. */
const LEFT_OUT = ['format']

/** Returns the kinds of errors, and types and methods of the document of partners, in Python. */
export function pythonOperations(): string {
  const types = new PythonTypes()
  for (const name of Object.keys(SCHEMAS)) {
    types.typeOf({ $ref: `#/components/schemas/${name}` }, name)
  }
  const operations = OPERATIONS.filter(({ id }) => !WRITTEN_BY_HAND.includes(id))
  const methods = operations.map((operation) => methodOf(operation, types))
  const head = 'class _Operations(_Transport):\n    """One method for each operation."""'
  return `${errorKinds()}\n\n\n${types.text()}\n\n\n${head}\n\n${methods.join('\n\n')}`
}

function errorKinds(): string {
  const kinds = Object.keys(DIALECTS.v2).map((kind) => `    "${kind}",`)
  return ['ErrorKind = Literal[', ...kinds, ']'].join('\n')
}

interface Call {
  readonly arguments: readonly string[]
  readonly result: string
  readonly statements: readonly string[]
}

function methodOf(operation: Operation, types: PythonTypes): string {
  const { id, method, path, summary, parameters } = operation
  const list = entriesOf(operation)
  const call = list ? listCall(operation, list, types) : singleCall(operation, types)
  const query = queryOf(operation)
  const hasSegments = parameters.some(({ in: place }) => place === 'path')
  return [
    `    def ${snakeCase(id)}(`,
    ...['self', ...call.arguments].map((one) => `        ${one},`),
    `    ) -> ${call.result}:`,
    ...docstring(`"""${summary}.`),
    '',
    `        ${method} ${path}`,
    '        """',
    `        path = ${hasSegments ? 'f' : ''}"${pathText(path)}"`,
    ...(query.length > 0 ? ['        query: Query = {', ...query.map(queryLine), '        }'] : []),
    ...call.statements.map((line) => `        ${line}`),
  ].join('\n')
}

/** Returns the lines of a text, with at most 100 columns. */
function docstring(text: string): string[] {
  return text.match(/.{1,92}(?= |$)/g)?.map((line) => `        ${line.trim()}`) ?? []
}

function pathText(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{_segment(${snakeCase(name)})}`)
}

function queryLine({ name }: Parameter): string {
  return `            "${name}": ${snakeCase(name)},`
}

/** Returns the schema of the entries if the operation is a list of pages. */
function entriesOf({ parameters, result }: Operation): Schema | undefined {
  if (!parameters.some(({ name }) => PAGE_PARAMETERS.includes(name))) return undefined
  const { data, content } = result?.properties ?? {}
  return (data ?? content)?.items
}

function listCall(operation: Operation, entries: Schema, types: PythonTypes): Call {
  const { id, parameters, path } = operation
  const hasPages = parameters.some(({ name }) => name === 'page')
  const first = path.startsWith('/api/partner/v1') ? 0 : 1
  const query = queryOf(operation).length > 0 ? 'query' : '{}'
  const has = fieldsOfSuccess(operation).includes('content') && 'has="content"'
  const args = ['path', query, ...(hasPages ? [first] : []), has]
  return {
    arguments: [...pathArguments(operation, types), ...queryArguments(operation, types)],
    result: `Iterator[${types.typeOf(entries, `${capital(id)}Entry`)}]`,
    statements: [`return self.${hasPages ? '_pages' : '_after'}(${argumentsOf(args)})`],
  }
}

function singleCall(operation: Operation, types: PythonTypes): Call {
  const { id, method, body, result = {} } = operation
  const data = resolved(result).properties?.['data']
  const type = types.typeOf(data ?? result, `${capital(id)}Result`)
  const hasKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const hasReference =
    body !== undefined && resolved(body).properties?.['referenceId'] !== undefined
  const isSafe = method === 'GET' || hasKey || hasReference || REPEATABLE.includes(id)
  const call = [
    `self._call("${method}", path`,
    queryOf(operation).length > 0 && 'query=query',
    body && 'body=body',
    hasKey && 'key=key, has_key_header=True',
    hasReference && 'key=_reference_of(body)',
    !isSafe && 'repeatable=False',
    hasArgument(operation),
  ].filter((part) => typeof part === 'string')
  const query = queryArguments(operation, types)
  const key = hasKey ? 'idempotency_key: Optional[str] = None' : undefined
  return {
    arguments: [
      ...pathArguments(operation, types),
      ...(body ? [`body: ${types.typeOf(body, `${capital(id)}Body`)}`] : []),
      ...query,
      ...(key === undefined ? [] : query.length > 0 ? [key] : ['*', key]),
    ],
    result: type,
    statements: [
      ...(hasKey ? ['key = idempotency_key or str(uuid.uuid4())'] : []),
      `result = ${call.join(', ')})`,
      `return cast(${type}, result${data ? '["data"]' : ''})`,
    ],
  }
}

function argumentsOf(args: readonly (string | number | false)[]): string {
  return args.filter((one) => one !== false).join(', ')
}

/** Returns the argument that names the field of a success, unless it is the object `data`. */
function hasArgument(operation: Operation): string | false {
  const field = fieldsOfSuccess(operation).at(-1) ?? ''
  const { type } = resolved(resolved(operation.result ?? {}).properties?.[field] ?? {})
  return field !== 'data' && `has="${field}", kind=${type === 'array' ? 'list' : 'str'}`
}

function pathArguments({ parameters }: Operation, types: PythonTypes): string[] {
  return parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name, schema }) => {
      // Wallet ids are text in some responses and numbers in others.
      const type = types.typeOf(schema, name)
      return `${snakeCase(name)}: ${type === 'int' ? 'Union[int, str]' : type}`
    })
}

/** The query is passed by keyword. Those that are required come first. */
function queryArguments(operation: Operation, types: PythonTypes): string[] {
  const parameters = queryOf(operation).map(({ name, required, schema }) => {
    const type = types.typeOf(schema, capital(name))
    return `${snakeCase(name)}: ${required ? type : `Optional[${type}] = None`}`
  })
  const required = parameters.filter((one) => !one.endsWith('= None'))
  const optional = parameters.filter((one) => one.endsWith('= None'))
  return parameters.length === 0 ? [] : ['*', ...required, ...optional]
}

function queryOf({ parameters, result }: Operation) {
  const isList = result?.properties?.['data']?.items ?? result?.properties?.['content']
  return parameters.filter(
    ({ in: place, name }) =>
      place === 'query' && !LEFT_OUT.includes(name) && !(name === 'page' && isList !== undefined),
  )
}
