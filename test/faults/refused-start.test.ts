import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeInstallation } from './service-process.ts'

test('a start on all addresses without TESSERA_PUBLIC_URL is refused before any file is made', async () => {
  const installation = makeInstallation({ isEmpty: true })
  const { code, stderr } = await installation.run(['serve'], { TESSERA_HOST: '0.0.0.0' })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/TESSERA_PUBLIC_URL must be set [^\n]+\n$/),
  })
  expect(existsSync(installation.dataDir)).toBe(false)
})
