import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SIMULATION_FAULTS } from '../../simulation/planted-faults.ts'
import { CARD_FAULTS } from './card-faults.ts'
import { FAULTS } from './faults.ts'

test('each fault still has one place where it can be planted', () => {
  const lost = [...FAULTS, ...CARD_FAULTS, ...SIMULATION_FAULTS].filter(
    ({ file, right }) => readFileSync(file, 'utf8').split(right).length !== 2,
  )
  expect(lost.map(({ name }) => name)).toEqual([])
  expect(FAULTS.length).toBeGreaterThanOrEqual(30)
})
