import { readFile } from 'node:fs/promises'
import { readBody } from './exchange.ts'
import { CommandFailure } from './failure.ts'
import type { Terminal } from './terminal.ts'

/**
 * Returns the bytes of the file that an argument names (`@file`), of the standard input (`-`), or
 * of the argument itself.
 */
export async function readSource(argument: string, terminal: Terminal): Promise<Buffer> {
  if (argument === '-') return await readBody(terminal.stdin)
  if (argument.startsWith('@')) return await readFileOrFail(argument.slice(1))
  return Buffer.from(argument, 'utf8')
}

/** Reads the named file. `-` is the standard input. */
export async function readFileOrStdin(path: string, terminal: Terminal): Promise<Buffer> {
  return path === '-' ? await readBody(terminal.stdin) : await readFileOrFail(path)
}

async function readFileOrFail(path: string): Promise<Buffer> {
  return await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
}

export function unreadable(path: string, error: unknown): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
  return new CommandFailure(`cannot read ${path} (${code})`, { cause: error })
}
