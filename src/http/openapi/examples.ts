import { readFileSync } from 'node:fs'
import { PROJECT } from '../../core/mod.ts'
import type { RouteName } from '../route.ts'

/** A request of an operation and its response, as a test has sent and received them. */
export interface Example {
  /** The body: JSON, or the text of a file. */
  readonly request?: unknown
  readonly status: number
  readonly response: unknown
}

const FILE = new URL('docs/examples.json', PROJECT)

let examples: Readonly<Record<string, Example>> | undefined

/** Returns the example of a route, unless its responses are not JSON. */
export function exampleOf(name: RouteName): Example | undefined {
  examples ??= JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Example>>
  return examples[name]
}
