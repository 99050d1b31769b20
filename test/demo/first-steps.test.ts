import { expect, test, vi } from 'vitest'
import { showStep } from '../../scripts/show-step.js'

/** Runs a step that takes `ms`; returns the output while it runs, and the output afterwards. */
async function stepAt(output: { isTTY: boolean }, ms: number): Promise<[string, string]> {
  vi.useFakeTimers()
  const written: string[] = []
  const step = showStep({ ...output, write: (text: unknown) => written.push(String(text)) > 0 })
  const result = step(
    'Packages',
    () => new Promise((resolve) => setTimeout(resolve, ms, 'installed')),
  )
  await vi.advanceTimersByTimeAsync(ms - 1)
  const meanwhile = written.join('')
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('installed')
  vi.useRealTimers()
  return [meanwhile, written.join('').slice(meanwhile.length)]
}

test('at a terminal, a step that takes a while is one line, which ends with its seconds', async () => {
  expect(await stepAt({ isTTY: true }, 2_500)).toEqual([
    'Packages ...',
    '\r\u001B[KPackages, 2.5 s\n',
  ])
})

test('a quick step shows nothing; without a terminal no step shows anything', async () => {
  expect(await stepAt({ isTTY: true }, 100)).toEqual(['', ''])
  expect(await stepAt({ isTTY: false }, 2_500)).toEqual(['', ''])
})
