import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../db/mod.ts'
import type { TransferRange } from '../ledger/mod.ts'

/** Digits of a number in the name of a file: names then sort as the numbers do. */
const DIGITS = 15
const SUFFIX = '.jsonl.gz'

/** Returns the directory of a partner's files. */
export function folderOf(directory: string, partnerId: number): string {
  return join(directory, String(partnerId))
}

/** Returns the path of the file that has these transfers. */
export function pathOf(folder: string, { first, last }: TransferRange): string {
  return join(folder, `${padded(first)}-${padded(last)}${SUFFIX}`)
}

/** Returns whether a path names the file of this folder that ends with this transfer. */
export function endsAt(path: string, folder: string, last: number): boolean {
  return dirname(path) === folder && path.endsWith(`-${padded(last)}${SUFFIX}`)
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0')
}

/** Returns the paths of the files of all partners, in the order of partners and numbers. */
export async function allPaths(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  const partners = names.filter((name) => /^[1-9]\d*$/.test(name)).map(Number)
  const paths = partners
    .toSorted((one, other) => one - other)
    .map((partnerId) => archivePaths(folderOf(directory, partnerId)))
  return (await Promise.all(paths)).flat()
}

/** Returns the paths of one partner's files, in the order of their numbers. */
export async function archivePaths(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith(SUFFIX))
    .toSorted()
    .map((name) => join(folder, name))
}
