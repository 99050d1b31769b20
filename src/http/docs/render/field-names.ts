import { resolve, type Content, type OperationObject } from './reference-document.ts'
import type { ReferenceDocument, Schema } from './reference-document.ts'

/** Returns the names of the parameters and fields of an operation: of its body and successes. */
export function fieldNames(operation: OperationObject, document: ReferenceDocument): string[] {
  const { parameters = [], requestBody, responses } = operation
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const bodies = [requestBody, ...successes.map(([, response]) => response)]
  const names = new Set(parameters.map(({ name }) => name))
  const seen = new Set<Schema>()
  const read = (schema: Schema | undefined): void => {
    const resolved = schema && resolve(schema, document)
    if (!resolved || seen.has(resolved)) return
    seen.add(resolved)
    for (const [name, field] of Object.entries(resolved.properties ?? {})) {
      names.add(name)
      read(field)
    }
    for (const inner of [resolved.items, ...(resolved.anyOf ?? [])]) read(inner)
  }
  for (const schema of bodies.flatMap(schemasOf)) read(schema)
  return [...names]
}

function schemasOf(body: Content | undefined): (Schema | undefined)[] {
  return Object.values(body?.content ?? {}).map(({ schema }) => schema)
}
