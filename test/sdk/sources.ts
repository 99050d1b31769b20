import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT, readPage } from '../docs/markdown.ts'

/** The files of the SDK, by their path from the root of the project. */
export const SOURCES = readdirSync(join(PROJECT, 'sdk/src')).map((name) => `sdk/src/${name}`)

/** Files with a class whose methods are public. */
const PUBLIC_CLASSES = ['client.ts', 'links.ts', 'orders.ts', 'webhook-endpoints.ts']
const EXPORTED = readPage('sdk/src/mod.ts')
const DOCSTRING = /(\/\*\*(?:(?!\*\/)[^])*\*\/)?\n/
const METHOD = / {2}(?:async )?\*?(\w+)\(/
const EXPORT = /export (?:async )?(function|class) (\w+)/
const DOCUMENTED = new RegExp(`${DOCSTRING.source}(?:${METHOD.source}|${EXPORT.source})`, 'g')

export interface DocumentedMember {
  /** The file and the name in it. */
  readonly title: string
  readonly isClass: boolean
  /** The first sentence of the docstring. */
  readonly summary: string
  /** The code of the example; undefined if there is none. */
  readonly example: string | undefined
}

/** The public functions, methods and classes of the SDK. */
export const PUBLIC: readonly DocumentedMember[] = SOURCES.flatMap((file) =>
  Array.from(readPage(file).matchAll(DOCUMENTED), ([, docs = '', method, kind, name = '']) => ({
    title: `${file.split('/').at(-1)} ${method ?? name}`,
    isPublic: method ? isPublicMethod(file, method) : new RegExp(`\\b${name}\\b`).test(EXPORTED),
    isClass: kind === 'class',
    summary: /^ ?([^]*?\.)(?: |$)/.exec(textOf(docs))?.[1] ?? '',
    example: /@example\n([^]*)\*\//.exec(docs)?.[1]?.replaceAll(/^ +\* ?/gm, ''),
  })).filter(({ isPublic }) => isPublic),
)

/** The text of a docstring on one line, without its tags. */
function textOf(docs: string): string {
  const text = docs.split('@')[0] ?? ''
  return text.replaceAll(/\/\*\*|\*\/|^ *\*/gm, '').replaceAll(/\s+/g, ' ')
}

function isPublicMethod(file: string, name: string): boolean {
  return name !== 'constructor' && PUBLIC_CLASSES.some((one) => file.endsWith(`/${one}`))
}
