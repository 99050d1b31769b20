import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { signedHeaders } from '../../src/core/mod.ts'
import { blocksOf, codeOf, readPage, sectionOf, tableOf } from './markdown.ts'
import { installedLanguages, type Vector } from './signing-languages.ts'

const PAGE = readPage('docs/signing.md')
const EXAMPLE = sectionOf(PAGE, 'A worked example')
const [clientId = '', apiKey = '', hmacSecret = '', timestamp = ''] = tableOf(EXAMPLE).map(
  ([, value]) => codeOf(value),
)
const [, , body = ''] = blocksOf(EXAMPLE, 'text')
const REQUESTS = [
  { method: 'GET', body: '' },
  { method: 'POST', body },
  { method: 'PUT', body: '{"reason":"Été à Łódź: 10 €"}\n' },
]
const VECTORS = REQUESTS.map((request): Vector => {
  return { apiKey, clientId, hmacSecret, timestamp, ...request }
})

const { installed, missing } = installedLanguages()
if (missing.length > 0) {
  process.stderr.write(
    `Not installed, so the signing page's code is not run: ${missing.join(', ')}\n`,
  )
}

test.concurrent.for(installed)(
  'the $fence of the page signs as the service does',
  async (language, { onTestFinished }) => {
    const dir = mkdtempSync(join(tmpdir(), 'tessera-signing-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const [code = ''] = blocksOf(sectionOf(PAGE, 'In code'), language.fence)
    for (const [name, content] of Object.entries(language.files(code, VECTORS))) {
      writeFileSync(join(dir, name), content)
    }

    const program = spawn('sh', ['-euc', language.run], {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)])

    const expected = VECTORS.map((vector) => {
      return Object.values(signedHeaders(vector, vector)).join(' ')
    })
    expect({ lines: stdout.trimEnd().split('\n'), stderr }).toEqual({ lines: expected, stderr: '' })
  },
)
