import { expect, test, vi } from 'vitest'
import { showStep } from '../../scripts/show-step.js'

/** Runs a step that takes `ms`; returns the output while it runs, and the output afterwards. */
async function stepAt(output: { isTTY: boolean }, ms: number): Promise<[string, string]> {
  vi.useFakeTimers()
  const written: string[] = []
  const step = showStep({ ...output, write: (text: unknown) => written.push(String(text)) > 0 })
  const done = step(
    'Packages',
    () => new Promise((resolve) => setTimeout(resolve, ms, 'installed')),
  )
  await vi.advanceTimersByTimeAsync(ms - 1)
  const meanwhile = written.join('')
  await vi.advanceTimersByTimeAsync(1)
  expect(await done).toBe('installed')
  vi.useRealTimers()
  return [meanwhile, written.join('').slice(meanwhile.length)]
}

test('at a terminal, a step that takes a while is one line, which ends with its seconds', async () => {
  expect(await stepAt({ isTTY: true }, 2_500)).toEqual([
    'Packages ...',
    '\r\u001B[KPackages, 2.5 s\n',
  ])
})

test('a step that is quick shows nothing, nor does any one where no terminal is', async () => {
  expect(await stepAt({ isTTY: true }, 100)).toEqual(['', ''])
  expect(await stepAt({ isTTY: false }, 2_500)).toEqual(['', ''])
})
