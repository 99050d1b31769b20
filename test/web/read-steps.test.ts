import { expect, test } from 'vitest'
import { areAllDone, readSteps, type Step } from '../../web/src/components/read-steps.ts'

const read: string[] = []

function step(label: string, reads: Step['reads'], isDone: boolean): Step {
  return {
    label,
    links: [],
    reads,
    isDone() {
      read.push(label)
      return Promise.resolve(isDone)
    },
  }
}

test('a step is done if its object exists; a step that the user may read only in part is not read', async () => {
  const steps = [
    step('partner', ['listPartners'], true),
    step('stock', ['listStock', 'listSuppliers'], false),
    step('order', ['listOrders'], false),
  ]
  const found = await readSteps(steps, (operation) => operation !== 'listSuppliers')

  expect(found.map(({ label, isDone }) => [label, isDone])).toEqual([
    ['partner', true],
    ['order', false],
  ])
  expect(read).toEqual(['partner', 'order'])
})

const isEnd = async (...steps: Step[]) => areAllDone(await readSteps(steps, () => true))

test('the steps end when all are done; for a reader who sees no step, they do not end', async () => {
  const [done, left] = [step('partner', [], true), step('order', [], false)]
  expect(await Promise.all([isEnd(done, done), isEnd(done, left), isEnd()])).toEqual([
    true,
    false,
    false,
  ])
})
