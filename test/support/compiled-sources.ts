import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformWithOxc, type Plugin } from 'vite'
import { COMPILED } from './compiled-folder.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
/** Where the sources of each folder are compiled to. Compiled code finds the SDK by its name. */
const FOLDERS = [
  { from: join(PROJECT, 'src'), to: COMPILED },
  { from: join(PROJECT, 'sdk/src'), to: join(COMPILED, 'node_modules/@tessera/sdk') },
  { from: join(PROJECT, 'test'), to: join(COMPILED, 'test') },
] as const
/** Files that Vitest itself evaluates: the tests, and the setup, which runs again for each test. */
const OF_VITEST = /\.test\.ts$|\/(?:source-lines|hurried-polls|use-cluster)\.ts$/
/** A relative import in the code of a module. */
const RELATIVE_IMPORT = /((?:\bfrom|\bimport\(?)\s*")(\.{1,2}\/[^"]+)\.js"/g
const MANIFEST = { type: 'module', exports: './mod.js' }
/** Holds the number and the newest change of the sources that were compiled; written last. */
const STAMP = join(COMPILED, '.built-from')

/**
 * Gives tests the compiled modules of `src` and of what tests share. Node.js itself loads them: if
 * Vitest did, each call of another module would take longer, and with a compiler in the loader of
 * Node.js each process of a run would compile them again.
 */
export function compiledSources(): Plugin {
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    configResolved: compile,
    hotUpdate: compile,
    resolveId(name, importer = '') {
      const path = name.startsWith('.') ? resolve(dirname(importer), name) : name
      return compiledOf(path)
    },
  }
}

/** Returns the path of a compiled source; undefined if the path is not a source. */
function compiledOf(path: string): string | undefined {
  if (OF_VITEST.test(path)) return undefined
  const folder = FOLDERS.find(({ from }) => path.startsWith(from + sep))
  return folder && join(folder.to, path.slice(folder.from.length).replace(/\.ts$/, '.js'))
}

/** Compiles all sources, if one of them has changed. */
async function compile(): Promise<void> {
  const sources = FOLDERS.flatMap(({ from }) => sourcesIn(from))
  const changes = [import.meta.filename, ...sources].map((file) => statSync(file).mtimeMs)
  const stamp = `${sources.length} ${Math.max(...changes)}`
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  const compiled = await Promise.all(sources.map(compileOne))
  const manifest = join(FOLDERS[1].to, 'package.json')
  replaceFile(manifest, JSON.stringify(MANIFEST))
  const current = new Set([manifest, ...compiled.flatMap((file) => [file, `${file}.map`])])
  // Another run at the same time may remove a file first, and may be writing files of its own.
  const others = filesIn(COMPILED).filter((file) => !current.has(file) && !/\.\d+$/.test(file))
  for (const file of others) rmSync(file, { force: true })
  replaceFile(STAMP, stamp)
}

function sourcesIn(folder: string): string[] {
  return filesIn(folder).filter((file) => file.endsWith('.ts') && !OF_VITEST.test(file))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function compileOne(source: string): Promise<string> {
  const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source, {
    target: 'node20',
    sourcemap: true,
    typescript: { rewriteImportExtensions: true },
    define: definedIn(source),
  })
  const file = compiledOf(source) ?? source
  const mappings = map?.mappings
  const sources = [pathToFileURL(source).href]
  replaceFile(`${file}.map`, JSON.stringify({ version: 3, names: [], sources, mappings }))
  replaceFile(file, withCompiledImports(code, { source, file }))
  return file
}

/**
 * Modules that tests share look for files next to their source. The service finds its files from
 * both places, and starts processes and threads from the compiled files, so that they need no
 * compiler.
 */
function definedIn(source: string): Record<string, string> {
  if (!source.startsWith(FOLDERS[2].from + sep)) return {}
  return {
    'import.meta.dirname': JSON.stringify(dirname(source)),
    'import.meta.url': JSON.stringify(pathToFileURL(source).href),
  }
}

/**
 * Compiled test modules have another path to the compiled `src` than their sources have to `src`.
 */
function withCompiledImports(
  code: string,
  { source, file }: { readonly source: string; readonly file: string },
): string {
  return code.replaceAll(RELATIVE_IMPORT, (whole, before: string, name: string) => {
    const imported = resolve(dirname(source), `${name}.ts`)
    if (!existsSync(imported)) return whole
    return `${before}./${relative(dirname(file), compiledOf(imported) ?? imported)}"`
  })
}

/** Replaces the file at once: another run reads either the old text or the new one. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  writeFileSync(part, text)
  renameSync(part, file)
}
