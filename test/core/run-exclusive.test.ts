import { expect, test } from 'vitest'
import { runExclusive } from '../../src/core/run-exclusive.ts'
import { Gate } from '../support/gate.ts'

test('calls with one key run one at a time and in order, also after a failure', async () => {
  const [key, otherKey, gate] = [{}, {}, new Gate()]
  const seen: string[] = []
  const step = (name: string, until?: Promise<void>) => async (): Promise<string> => {
    seen.push(`${name} begins`)
    await until
    seen.push(`${name} ends`)
    return name
  }

  const first = runExclusive(key, async () => {
    await step('first', gate.passed())()
    throw new Error('no database')
  })
  const second = runExclusive(key, step('second'))
  expect(await runExclusive(otherKey, step('other'))).toBe('other')
  expect(seen).toEqual(['first begins', 'other begins', 'other ends'])

  gate.open()
  await expect(first).rejects.toThrow('no database')
  expect(await second).toBe('second')
  expect(seen.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
})
