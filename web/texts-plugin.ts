import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const FOLDER = fileURLToPath(new URL('src/messages', import.meta.url))
const CHOICE = new URL('language.js', import.meta.url)
/** What the page loads at first. */
const FIRST = 'en'
/** A part of the first texts. */
const INNER = 'en-portal'

/**
 * Keeps each file of texts in a module of its own, and has the page load one language: an import
 * map leads from the English modules to those of the same name in the chosen language.
 */
export function texts(): Plugin {
  const names = readdirSync(FOLDER)
    .map((file) => basename(file, '.ts'))
    .filter((name) => /^en\b/.test(name) && name !== INNER)
  let isBuild = true
  let built: readonly { name: string; fileName: string; code: string }[] = []
  const address = (name: string): string => {
    const found = built.find((one) => one.name === name)
    return found ? `/web/${found.fileName}` : `/web/src/messages/${name}.ts`
  }
  return {
    name: 'texts',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      built = await buildTexts(names.flatMap((name) => [name, inGerman(name)]))
      for (const { fileName, code } of built) {
        this.emitFile({ type: 'asset', fileName, source: code })
      }
    },
    resolveId(source, importer = '') {
      const name = basename(source, '.ts')
      const isText = isBuild && names.includes(name) && source.startsWith('.')
      const isOurs = isText && dirname(new URL(source, `file://${importer}`).pathname) === FOLDER
      return isOurs ? { id: address(name), external: 'absolute' } : undefined
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const imports = Object.fromEntries(
          names.map((name) => [address(name), address(inGerman(name))]),
        )
        const choice = readFileSync(CHOICE, 'utf8').replace(
          "FIRST = ''",
          () => `FIRST = '${address(FIRST)}'`,
        )
        // The service permits both by their hashes: the map is taken over as it stands here.
        const map = `<script id="texts" type="application/json">${JSON.stringify({ imports })}</script>`
        return html.replace('<head>', () => `<head>\n${map}\n<script>${choice}</script>`)
      },
    },
  }
}

function inGerman(name: string): string {
  return name.replace('en', 'de')
}

/** Returns the modules of texts, with the names that they export. */
async function buildTexts(names: readonly string[]) {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, `${FOLDER}/${name}.ts`])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/texts-[name]-[hash].js' },
      },
    },
  })
  const outputs = Array.isArray(made) ? made : [made]
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((file) =>
      file.type === 'chunk' ? { name: file.name, fileName: file.fileName, code: file.code } : [],
    )
}
