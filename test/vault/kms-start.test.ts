import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { json, startScript } from '../support/scripted-server.ts'
import { startService } from '../support/service.ts'

test('a service has its master key unwrapped by Vault at its start, once', async () => {
  const plaintext = randomBytes(32).toString('base64')
  const vault = await startScript(json(200, { data: { plaintext } }))
  const key = { mount: 'transit', name: 'tessera' }
  const masterKey = { kms: 'vault', key, ciphertext: 'vault:v1:d3JhcHBlZA==' } as const

  const { partner } = await startService({
    settings: { masterKey, vaultAddress: vault.url, vaultToken: 'hvs.token' },
  })

  expect((await partner.get('/v2/orders')).status).toBe(200)
  expect(vault.targets).toEqual(['/v1/transit/decrypt/tessera'])
})
