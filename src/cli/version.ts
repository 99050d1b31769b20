import { readFileSync } from 'node:fs'
import { PROJECT } from '../core/mod.ts'
import { fieldOf, parseJson, textOf, type JsonValue } from './json.ts'

/** The version of the package that this command line is installed from. */
export const VERSION = textOf(fieldOf(readPackage(), 'version')) ?? 'unknown'

export const USER_AGENT = `tessera-cli/${VERSION} node/${process.versions.node}`

function readPackage(): JsonValue | undefined {
  return parseJson(readFileSync(new URL('package.json', PROJECT), 'utf8'))
}
