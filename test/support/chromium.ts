import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache')
/** The path of an installed browser, for platforms for which the package has none. */
const CHROME_PATH = process.env['CHROME_PATH']
const EXTRACT = `import chromium from '@sparticuz/chromium'
await chromium.executablePath()`

/** A program, and the environment that it needs. */
export interface Chromium {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/** True if tests of pages can run: the package has Chromium for one platform. */
export function hasChromium(): boolean {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  return CHROME_PATH !== undefined || isPackaged
}

/** Returns the Chromium of the package, with its own libraries: the machine needs none. */
export function findChromium(): Chromium {
  const env = definedOf(process.env)
  if (CHROME_PATH !== undefined) return { executablePath: CHROME_PATH, env }
  const home = join(CACHE, `chromium-${packagedVersion()}`)
  if (!existsSync(home)) extractTo(home)
  return {
    executablePath: join(home, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: home },
  }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env)
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

function packagedVersion(): string {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest = join(dirname(main), '../../package.json')
  const { version }: { version: string } = createRequire(import.meta.url)(manifest)
  return version
}

/**
 * Extracts into a new directory and renames it at the end, because another process may extract at
 * the same time.
 */
function extractTo(home: string): void {
  mkdirSync(dirname(home), { recursive: true })
  const dir = mkdtempSync(`${home}-`)
  // In a process of its own, because the package sets environment variables when it is imported.
  // The package unpacks the libraries only if it believes that it runs in a cloud function.
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', EXTRACT],
    {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: dir, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`Chromium was not extracted: ${stderr}`)
  writeFileSync(
    join(dir, 'fonts.conf'),
    `<fontconfig><dir>${home}/fonts/fonts</dir><cachedir>${home}/cache</cachedir></fontconfig>\n`,
  )
  try {
    renameSync(dir, home)
  } catch {
    rmSync(dir, { recursive: true })
  }
}
