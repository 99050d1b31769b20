import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { compareCards } from '../../src/issuer/mod.ts'
import { readPage } from '../docs/markdown.ts'
import { startService } from '../support/service.ts'
import { buyCode, newShop } from './fixture.ts'

const run = promisify(execFile)

test('the program of the guide redeems a code in two parts and refunds a part of one', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { credentials } = await newShop(service)
  const code = await buyCode(service, 25)
  const [, program = ''] = /```sh\n(set -e\n[^]*?)```/.exec(readPage('docs/guides/redeem.md')) ?? []
  const env = {
    PATH: process.env['PATH'],
    TESSERA_URL: service.url,
    TESSERA_CLIENT_ID: credentials.clientId,
    TESSERA_API_KEY: credentials.apiKey,
    TESSERA_HMAC_SECRET: credentials.hmacSecret,
    CODE: code,
    SALE: randomUUID(),
  }

  const { stdout } = await run('bash', ['-c', program], { env })
  const again = await run('bash', ['-c', program], { env })

  expect(JSON.parse(stdout)).toEqual({ data: { currency: 'USD', balance: 5.5 } })
  // Every call has its own reference, so a repeated program changes nothing.
  expect(again.stdout).toBe(stdout)
  const differences = []
  for await (const difference of compareCards(service.db)) differences.push(difference)
  expect(differences).toEqual([])
})
