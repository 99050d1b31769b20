import { expect, test } from 'vitest'
import { operatorOf, startStub, tessera } from './fixture.ts'

const CLIENT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'

test('a rotation describes the old credential in words', async () => {
  const previous = { clientId: CLIENT, expiresAt: '2026-02-01T12:00:00.000Z' }
  const stub = await startStub({ status: 201, body: { data: { apiKey: 'tsk_1', previous } } })
  const rotate = ['credentials', 'rotate', '7', CLIENT]

  const shown = await tessera(rotate, { environment: operatorOf(stub) })
  const json = await tessera([...rotate, '--json'], { environment: operatorOf(stub) })

  expect(shown.stdout).toContain(`previous  ${CLIENT}, valid until ${previous.expiresAt}`)
  expect(shown.stdout).not.toContain('{')
  expect(JSON.parse(json.stdout)).toEqual({ apiKey: 'tsk_1', previous })
})
