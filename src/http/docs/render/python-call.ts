/** The parts of a call of the Python client. */
export interface PythonCall {
  readonly operationId: string
  readonly pathParameters: readonly string[]
  /** Undefined if there is none. */
  readonly body: unknown
  readonly query: readonly (readonly [name: string, value: unknown])[]
}

/** Returns the call of the method that the Python client has for an operation. */
export function pythonCall({ operationId, pathParameters, body, query }: PythonCall): string {
  const inputs = [
    ...pathParameters.map(snakeCase),
    ...(body === undefined ? [] : [pythonOf(body)]),
    ...query.map(([name, value]) => `${argumentOf(name)}=${pythonOf(value)}`),
  ]
  const call = `client.${snakeCase(operationId)}(${inputs.join(', ')})`
  if (operationId.startsWith('list')) return `for entry in ${call}:\n    print(entry)\n`
  return `print(${call})\n`
}

/** Keywords of Python get an underscore at their end, as in the client. */
function argumentOf(name: string): string {
  return name === 'from' ? 'from_' : snakeCase(name)
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function pythonOf(value: unknown, indent = ''): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((one) => pythonOf(one, indent)).join(', ')}]`
  const inner = `${indent}    `
  const lines = Object.entries(value).map(
    ([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonOf(one, inner)},\n`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}
