import { expect, test } from 'vitest'
import { bodyOf, faultsOf } from '../../web/src/components/act-fields.ts'
import { labelsOf } from '../../web/src/components/labels.ts'

test('labels are sent by their key, and a value may have a colon', () => {
  expect(labelsOf('team: HR\n\nday : 10:30 \n')).toEqual({ team: 'HR', day: '10:30' })
  expect(labelsOf('')).toEqual({})
})

test.each(['team', ': HR', 'team: HR\nteam: IT'])('%j is not sent as labels', (text) => {
  expect(labelsOf(text)).toBeUndefined()
})

const AMOUNTS = { name: 'fixedAmounts', label: 'Face values', kind: 'amounts' } as const

test('semicolons separate amounts; a space inside an amount, as in some countries, does not', () => {
  expect(bodyOf([AMOUNTS], { fixedAmounts: '10; 1,500;\n25' }, undefined)).toEqual({
    fixedAmounts: [10, 1500, 25],
  })
  expect(Object.keys(faultsOf([AMOUNTS], { fixedAmounts: '1 500; 25' }))).toEqual(['fixedAmounts'])
})
