import { findSourceMap } from 'node:module'

/**
 * Gives the stacks of errors the lines of the sources that Node.js loads itself. Vitest knows only
 * those of the modules that it loads.
 */
function useSourceLines(): void {
  const { prepareStackTrace: prepare } = Error
  if (!prepare || IS_MAPPED in prepare) return
  Error.prepareStackTrace = Object.assign(
    (error: Error, sites: Site[]): unknown => prepare(error, sites.map(mapped)),
    { [IS_MAPPED]: true },
  )
}

/** The same in each evaluation of this module: Vitest evaluates it for every test file. */
const IS_MAPPED = Symbol.for('tessera.isMapped')

type Site = NodeJS.CallSite & { toString(): string }

function mapped(site: Site): Site {
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0]
  const found = findSourceMap(site.getFileName() ?? '')?.findEntry(line - 1, column - 1)
  if (!found || !('originalLine' in found)) return site
  const [sourceLine, sourceColumn] = [found.originalLine + 1, found.originalColumn + 1]
  const replaced: Partial<Record<string | symbol, () => unknown>> = {
    getLineNumber: () => sourceLine,
    getColumnNumber: () => sourceColumn,
    toString: () => site.toString().replace(`:${line}:${column}`, `:${sourceLine}:${sourceColumn}`),
  }
  return new Proxy(site, {
    get(_, name) {
      const own: unknown = replaced[name] ?? Reflect.get(site, name)
      return typeof own === 'function' ? own.bind(site) : own
    },
  })
}

useSourceLines()
