import { expect, test } from 'vitest'
import { operatorOf, startStub, tessera } from './fixture.ts'

const FIND = ['codes', 'find', '-']

test('codes find reads the code from the standard input and shows where it is', async () => {
  const data = [{ productId: 7, lot: 'spring', state: 'DELIVERED', orderId: 'ord_1', itemNo: 2 }]
  const stub = await startStub({ status: 200, body: { data } })
  const environment = operatorOf(stub)
  const argv = [...FIND, '--order', 'ord_1', '--reason', 'ticket 9']

  const outcome = await tessera(argv, { environment, stdin: ' NWC-1 \n' })

  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' })
  expect(outcome.stdout).toMatch(/^productId +lot +state +orderId/)
  expect(outcome.stdout).toMatch(/\n7 +spring +DELIVERED +ord_1 +2 /)
  const [request] = stub.received
  expect(`${request?.method} ${request?.target}`).toBe('POST /admin/v1/codes/find')
  const sent = { code: 'NWC-1', orderId: 'ord_1', reason: 'ticket 9' }
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual(sent)
})

test('codes find reports if nothing was found', async () => {
  const stub = await startStub({ status: 200, body: { data: [] } })

  const outcome = await tessera(FIND, { environment: operatorOf(stub), stdin: 'NWC-1' })

  expect(outcome).toMatchObject({ exitCode: 0, stdout: 'not found\n' })
})

test.each([
  [['codes', 'find', 'NWC-SECRET'], 'x'],
  [['codes', 'find', '@NWC-SECRET'], 'x'],
  [['codes', 'find'], 'NWC-SECRET'],
  [FIND, ' \n'],
])('%j is refused, nothing is sent, and the code is not repeated', async (argv, stdin) => {
  const stub = await startStub({ status: 200, body: { data: [] } })

  const outcome = await tessera(argv, { environment: operatorOf(stub), stdin })

  expect(outcome.exitCode).toBe(2)
  expect(outcome.stdout + outcome.stderr).not.toContain('NWC-SECRET')
  expect(stub.received).toEqual([])
})
