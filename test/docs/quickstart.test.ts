import { expect, test } from 'vitest'
import { completedFirst } from '../support/completed-first.ts'
import { withReference, prepare, PROGRAMS, REFUSALS } from './quickstart-programs.ts'

// That of Python is tested in test/sdk-python.
const { node, bash } = PROGRAMS

test('the programs of the quickstart order with a test credential and print two codes', async () => {
  const start = await prepare((service) => completedFirst(service))

  const [typescript, shell] = await Promise.all([start(node), start(bash)])

  expect(typescript).toMatchObject({
    stdout: expect.stringMatching(/^(\S{12,}\n){2}$/),
    stderr: '',
  })
  expect(JSON.parse(shell.stdout).data).toMatchObject([{ itemNo: 1 }, { itemNo: 2 }])
})

test.each(REFUSALS)('each program ends with the reason if its order is %s', async (...refusal) => {
  const [trial, brand, reason] = refusal
  const start = await prepare((service) => completedFirst(service, 'CANCELLED'))

  const ends = await Promise.all([node, bash].map((one) => start(withReference(one, trial, brand))))

  for (const { code, stdout, stderr } of ends) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(reason)
  }
})
