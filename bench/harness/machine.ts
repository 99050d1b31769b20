import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { spreadOf } from './interleave.ts'

const FLUSHES = 200
const PAGE_BYTES = 8_192

/** Describes the machine in one line: figures of different machines cannot be compared. */
export function describeMachine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const flush = flushMs().toFixed(2)
  return (
    `${cpus().length} x ${first?.model.trim() ?? 'unknown CPU'}, ${memory} GiB, ` +
    `Node.js ${process.versions.node}, ${process.platform}; a flush of 8 KiB takes ${flush} ms`
  )
}

/**
 * Measures the median milliseconds of writing a page with fdatasync, in the directory of the data.
 */
function flushMs(): number {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-flush-'))
  const file = openSync(join(dir, 'page'), 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const times: number[] = []
  for (let at = 0; at < FLUSHES; at += 1) {
    const began = performance.now()
    writeSync(file, page, 0, PAGE_BYTES, at * PAGE_BYTES)
    fdatasyncSync(file)
    times.push(performance.now() - began)
  }
  closeSync(file)
  rmSync(dir, { recursive: true, force: true })
  return spreadOf(times).median
}
