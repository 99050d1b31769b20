import { expect, test } from 'vitest'
import { ADMIN_TOKEN, dataOf, startService } from '../support/service.ts'
import { tessera } from '../cli/stage.ts'
import { commandsOf } from './commands.ts'
import { readPage } from './markdown.ts'

test('every command of the page does what it is for', async () => {
  const service = await startService({ funds: {} })
  const { partnerId } = service.partner
  const deposit = { currency: 'USD', amount: 250, reference: 'wire-1' }
  dataOf(await service.admin.post(`/admin/v1/partners/${partnerId}/deposits`, deposit))
  const environment = { TESSERA_URL: service.url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }
  const commands = commandsOf(readPage('docs/operate/month-end.md'))

  expect(partnerId).toBe(1)
  expect(commands).toHaveLength(9)
  for (const argv of commands) {
    const outcome = await tessera(argv, { environment })
    expect({ argv, ...outcome }).toMatchObject({ exitCode: 0, stderr: '' })
  }
  expect(await service.partner.funds()).toEqual({ USD: 230 })
})
