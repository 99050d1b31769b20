// `npm run release:clients`: records the package of each client whose version is new, so that its
// address serves these bytes for ever. Refuses a version that was released with other bytes.
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientPackages, releasedFiles } from '../src/http/docs/client-packages.ts'
import { build } from './build.js'
import { ROOT } from './run-tool.js'

const { ok } = await build()
if (!ok) process.exit(1)
const folder = join(ROOT, 'released')
for (const { client, version, file, make } of clientPackages()) {
  const bytes = make()
  if (!releasedFiles().includes(file)) {
    const digest = createHash('sha512').update(bytes).digest('hex')
    writeFileSync(join(folder, file), bytes)
    appendFileSync(join(folder, 'checksums.txt'), `${digest}  ${file}\n`)
    console.log(`${file}: released`)
  } else if (!readFileSync(join(folder, file)).equals(bytes)) {
    console.log(`${file}: released with other bytes; raise the version of ${client} (${version})`)
    process.exitCode = 1
  }
}
