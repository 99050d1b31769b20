import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'fflate'
import { PROJECT } from '../../core/mod.ts'

const FILES = ['package.json', 'README.md', 'LICENSE']
const BLOCK_BYTES = 512
/** The same time for all files, so that the package has the same bytes wherever it is built. */
const MODIFIED_AT_SECONDS = 499_162_500

/**
 * Returns the package that `npm pack` would make of a folder and `npm install` accepts. Not
 * compressed by Node.js, because its versions compress differently.
 */
export function npmPackage(folder: 'sdk' | 'cli'): Buffer {
  const packed = new URL(`${folder}/`, PROJECT)
  const built = readdirSync(new URL('dist', packed)).toSorted()
  const names = [...FILES, ...built.map((name) => `dist/${name}`)]
  const entries = names.flatMap((name) => tarEntry(name, readFileSync(new URL(name, packed))))
  const tar = Buffer.concat([...entries, Buffer.alloc(2 * BLOCK_BYTES)])
  return Buffer.from(gzipSync(tar, { level: 9, mtime: 0 }))
}

/** Returns the header of a file in the format `ustar`, its bytes and their padding. */
function tarEntry(name: string, bytes: Buffer): Buffer[] {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(`package/${name}`, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes.length, 11), 124)
  header.write(octal(MODIFIED_AT_SECONDS, 11), 136)
  // The checksum is computed with spaces in its own place.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  const padding = (BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES
  return [header, bytes, Buffer.alloc(padding)]
}

function octal(value: number, length: number): string {
  return value.toString(8).padStart(length, '0')
}

function sumOf(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum + byte, 0)
}
