#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { requireNodeVersion } from '../scripts/node-version.js'

requireNodeVersion()
const main = new URL('../dist/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('Tessera is not built yet: run `npm start` or `npm run build` first.')
  process.exit(1)
}
// Stack traces name the lines of src/.
process.setSourceMapsEnabled(true)
await import(main.href)
