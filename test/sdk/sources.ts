import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT, readPage } from '../docs/markdown.ts'

/** The files of the SDK, by their path from the root of the project. */
export const SOURCES = readdirSync(join(PROJECT, 'sdk/src')).map((name) => `sdk/src/${name}`)

const DOCUMENTED = ['client.ts', 'orders.ts', 'signing.ts', 'webhooks.ts']
const METHOD = /(\/\*\*(?:(?!\*\/)[^])*\*\/)?\n(?: {2}|export )(?:async )?(?:function )?\*?(\w+)\(/g

/** Returns the public functions and methods of a file, with their docstrings. */
export function methodsOf(file: string): { name: string; docs: string }[] {
  if (!DOCUMENTED.some((name) => file.endsWith(`/${name}`))) return []
  return Array.from(readPage(file).matchAll(METHOD), ([, docs = '', name = '']) => ({
    name,
    docs,
  })).filter(({ name }) => name !== 'constructor')
}
