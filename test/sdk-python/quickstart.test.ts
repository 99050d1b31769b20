import { expect, test } from 'vitest'
import { withReference, prepare, PROGRAMS, REFUSALS } from '../docs/quickstart-programs.ts'
import { completedFirst } from '../support/completed-first.ts'

const { python } = PROGRAMS

test('the program of the quickstart orders with a test credential and prints two codes', async () => {
  const start = await prepare((service) => completedFirst(service))

  const ended = await start(python)

  expect(ended).toMatchObject({ stdout: expect.stringMatching(/^(\S{12,}\n){2}$/), stderr: '' })
})

test.each(REFUSALS)('it ends with the reason if its order is %s', async (...refusal) => {
  const [trial, brand, reason] = refusal
  const start = await prepare((service) => completedFirst(service, 'CANCELLED'))

  const { code, stdout, stderr } = await start(withReference(python, trial, brand))

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(reason)
})
