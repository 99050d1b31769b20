import { readdirSync, readFileSync } from 'node:fs'
import { PROJECT } from '../../../core/mod.ts'

const SDK = new URL('sdk/src/', PROJECT)
const DOCSTRING = /(?=\/\*\*)/
const EXAMPLE = /@example\n([^]*?)\n +\*\//
const CALLS = /\b(?:call|list|stream)\(\s*'(\w+)'/g

let examples: ReadonlyMap<string, string> | undefined

/** Returns the example in the docstring of the SDK's method that calls an operation. */
export function sdkExample(operationId: string): string | undefined {
  examples ??= readExamples()
  return examples.get(operationId)
}

function readExamples(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of readdirSync(SDK)) {
    const text = readFileSync(new URL(file, SDK), 'utf8')
    for (const method of text.split(DOCSTRING)) {
      const [, example] = EXAMPLE.exec(method) ?? []
      if (example === undefined) continue
      for (const [, id = ''] of method.matchAll(CALLS)) {
        if (!found.has(id)) found.set(id, `${example.replaceAll(/^ +\* ?/gm, '')}\n`)
      }
    }
  }
  return found
}
