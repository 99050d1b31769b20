// `npm run sbom`: prints the packages of a production installation in the format CycloneDX.
// `npm sbom --omit=dev` leaves out each package of production that a development package needs
// too. So this script gives npm a copy of the lock file without development packages.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT, runNpm } from './run-tool.js'

/** @typedef {{ dev?: boolean, devDependencies?: object }} Entry */

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

const directory = mkdtempSync(join(tmpdir(), 'tessera-sbom-'))
const project = join(directory, 'tessera')
/** @param {string} path @param {Entry} content */
function write(path, content) {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...content, devDependencies: undefined }))
}

try {
  const lock = read(join(ROOT, 'package-lock.json'))
  /** @type {[string, Entry][]} */
  const entries = Object.entries(lock.packages)
  const installed = entries
    .filter(([, { dev }]) => dev !== true)
    .map(([path, entry]) => [path, { ...entry, devDependencies: undefined }])
  write('package-lock.json', { ...lock, packages: Object.fromEntries(installed) })
  const root = read(join(ROOT, 'package.json'))
  for (const path of ['', ...root.workspaces]) {
    const name = join(path, 'package.json')
    write(name, read(join(ROOT, name)))
  }
  cpSync(join(ROOT, '.npmrc'), join(project, '.npmrc'))
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { ok } = await runNpm(['sbom', '--prefix', project, ...options])
  process.exitCode = ok ? 0 : 1
} finally {
  rmSync(directory, { recursive: true })
}
