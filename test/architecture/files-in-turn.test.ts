import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rotas } from '../support/files-in-turn.ts'
import { needsServer } from '../support/needs-server.ts'

const ROOT = join(import.meta.dirname, '../..')

test('each file that runs on some days only exists, needs a server, and is listed once', () => {
  const files = rotas().flatMap((rota) => rota.files)
  const faults = files.filter((name, at) => {
    const path = join(ROOT, name)
    return !existsSync(path) || !needsServer(path) || files.indexOf(name) !== at
  })
  expect(files.length).toBeGreaterThan(100)
  expect(faults).toEqual([])
})
