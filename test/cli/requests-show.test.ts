import { expect, test } from 'vitest'
import { operatorOf, startStub, tessera } from './fixture.ts'

test('requests show prints the text to sign line by line, below the other fields and once', async () => {
  const data = { requestId: 'r', stringToSign: 'GET\n2026-01-31T12:00:00.000Z', status: 401 }
  const stub = await startStub({ status: 200, body: { data } })

  const { stdout } = await tessera(['requests', 'show', 'r'], { environment: operatorOf(stub) })

  expect(stdout.split('\n')).toEqual([
    'requestId  r',
    'status     401',
    '',
    'stringToSign',
    'GET',
    '2026-01-31T12:00:00.000Z',
    '',
  ])
})
