import { expect, test } from 'vitest'
import { labelsOf } from '../../web/src/components/labels.ts'

test('labels are sent by their key, and a value may have a colon', () => {
  expect(labelsOf('team: HR\n\nday : 10:30 \n')).toEqual({ team: 'HR', day: '10:30' })
  expect(labelsOf('')).toEqual({})
})

test.each(['team', ': HR', 'team: HR\nteam: IT'])('%j is not sent as labels', (text) => {
  expect(labelsOf(text)).toBeUndefined()
})
