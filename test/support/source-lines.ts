import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { COMPILED } from './compiled-folder.ts'

const COMPILED_URL = pathToFileURL(COMPILED).href

/**
 * Gives error stacks the source files and lines of the compiled modules that Node.js loads. Vitest
 * does so only for the modules that it loads itself.
 */
function useSourceLines(): void {
  const { prepareStackTrace: prepare } = Error
  if (!prepare || IS_MAPPED in prepare) return
  Error.prepareStackTrace = Object.assign(
    (error: Error, sites: Site[]): unknown => prepare(error, sites.map(mapToSource)),
    { [IS_MAPPED]: true },
  )
}

/** The source maps, each read when an error needs it. */
const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string): SourceMap | undefined {
  if (!file.startsWith(`${COMPILED_URL}/`)) return undefined
  if (!maps.has(file)) maps.set(file, readMap(`${fileURLToPath(file)}.map`))
  return maps.get(file)
}

function readMap(file: string): SourceMap | undefined {
  if (!existsSync(file)) return undefined
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
}

/** A global symbol, because Vitest evaluates this module again for every test file. */
const IS_MAPPED = Symbol.for('tessera.isMapped')

type Site = NodeJS.CallSite & { toString(): string }

function mapToSource(site: Site): Site {
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0]
  const file = site.getFileName() ?? ''
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalLine' in entry)) return site
  const [sourceLine, sourceColumn] = [entry.originalLine + 1, entry.originalColumn + 1]
  const source = entry.originalSource
  const replaced: Partial<Record<string | symbol, () => unknown>> = {
    getFileName: () => source,
    getScriptNameOrSourceURL: () => source,
    getLineNumber: () => sourceLine,
    getColumnNumber: () => sourceColumn,
    toString: () =>
      site
        .toString()
        .replace(`${file}:${line}:${column}`, `${source}:${sourceLine}:${sourceColumn}`),
  }
  return new Proxy(site, {
    get(_, name) {
      const own: unknown = replaced[name] ?? Reflect.get(site, name)
      return typeof own === 'function' ? own.bind(site) : own
    },
  })
}

useSourceLines()
