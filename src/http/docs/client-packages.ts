import { readFileSync } from 'node:fs'
import { PROJECT } from '../../core/mod.ts'
import { npmPackage } from './npm-package.ts'
import { readText } from './project-text.ts'
import { pythonWheel } from './python-wheel.ts'

/** The clients and the command line as packages. */
const CLIENTS = ['sdk', 'cli', 'python'] as const
export type Client = (typeof CLIENTS)[number]

export interface ClientPackage {
  readonly client: Client
  readonly version: string
  /** The name of the file, with the version. */
  readonly file: string
  /** Packs it from the built files. */
  make(): Buffer
}

export interface PackageFile {
  readonly bytes: Buffer
  /** True if the bytes at its address never change. */
  readonly isReleased: boolean
}

const FOLDER = 'released'
const CHECKSUM_LINE = /^[0-9a-f]{128} {2}(\S+)$/gm

/** Returns the package of each client, in the version of this checkout. */
export function clientPackages(): readonly ClientPackage[] {
  return CLIENTS.map(clientPackage)
}

export function clientPackage(client: Client): ClientPackage {
  if (client === 'python') {
    const [, version = ''] = /^__version__ = "(.+)"$/m.exec(readText('sdk-python/tessera.py')) ?? []
    const file = `tessera-${version}-py3-none-any.whl`
    return { client, version, file, make: () => pythonWheel(version) }
  }
  const { version } = JSON.parse(readText(`${client}/package.json`)) as { version: string }
  const file = `tessera-${client}-${version}.tgz`
  return { client, version, file, make: () => npmPackage(client) }
}

/** Returns the names of the files that were released, which never change. */
export function releasedFiles(): readonly string[] {
  return Array.from(
    readText(`${FOLDER}/checksums.txt`).matchAll(CHECKSUM_LINE),
    ([, name]) => name,
  ).filter((name) => name !== undefined)
}

/**
 * Returns a package by its file name. A released version has its released bytes. If the version of
 * this checkout is not released yet, it is returned as built.
 */
export function packageFile(file: string): PackageFile | undefined {
  if (releasedFiles().includes(file)) {
    return { bytes: readFileSync(new URL(`${FOLDER}/${file}`, PROJECT)), isReleased: true }
  }
  const built = clientPackages().find((one) => one.file === file)
  return built && { bytes: built.make(), isReleased: false }
}
