import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zipSync, type ZipOptions } from 'fflate'
import { PROJECT } from '../../core/mod.ts'

/** The same time for all files, without a time zone, as ZIP has it. */
const MODIFIED_AT = '1985-10-26T08:15:00'
const UNIX = 3
const ZIP: ZipOptions = { level: 9, mtime: MODIFIED_AT, os: UNIX, attrs: 0o644 << 16 }

/** Returns a wheel that `pip install` accepts: the one module and its metadata. */
export function pythonWheel(version: string): Buffer {
  const info = `tessera-${version}.dist-info`
  const files: Record<string, Buffer> = {
    'tessera.py': readFileSync(new URL('sdk-python/tessera.py', PROJECT)),
    [`${info}/licenses/LICENSE`]: readFileSync(new URL('sdk/LICENSE', PROJECT)),
    [`${info}/METADATA`]: lines([
      'Metadata-Version: 2.4',
      'Name: tessera',
      `Version: ${version}`,
      'Summary: The client of Tessera',
      'License-Expression: Apache-2.0',
      'License-File: LICENSE',
      'Requires-Python: >=3.9',
    ]),
    [`${info}/WHEEL`]: lines([
      'Wheel-Version: 1.0',
      'Generator: tessera',
      'Root-Is-Purelib: true',
      'Tag: py3-none-any',
    ]),
  }
  const record = `${info}/RECORD`
  const rows = Object.entries(files).map(([name, bytes]) => {
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return `${name},sha256=${digest},${bytes.length}`
  })
  return Buffer.from(zipSync({ ...files, [record]: lines([...rows, `${record},,`]) }, ZIP))
}

function lines(text: readonly string[]): Buffer {
  return Buffer.from(`${text.join('\n')}\n`)
}
