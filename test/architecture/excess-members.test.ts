import { expect, test } from 'vitest'
import { excessMembers } from './excess-members.ts'
import { sourceFiles } from './sources.ts'

test('an object with a spread has only members of its type', () => {
  const { faults, compared } = excessMembers(sourceFiles('src', 'sdk/src', 'web/src'))

  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(100)
})

test('a member that the type lacks is found, also in an object that is spread on the spot', () => {
  const text = `
    interface Base { readonly id: number }
    interface Order extends Base { readonly note?: string }
    type Listed = Omit<Order, 'note'> & { place: number }
    interface Open { [name: string]: unknown }
    const order: Order = { ...base, id: 1, memo: 'a' }
    const open: Open = { ...base, any: 1 }
    const copy: Unknown = { ...base, any: 1 }
    function read(): Promise<Listed> {
      const inner = () => { return { ...base, any: 1 } }
      return { ...base, place: 1, ...(text && { note: text }) }
    }
    const create = (): Base => ({ ...base, name: 'b' })
    function copied<Order>(one: Order): Order { return { ...one, other: 1 } }`

  const { faults } = excessMembers([{ path: 'a.ts', text }])

  expect(faults).toEqual(['a.ts:6 memo', 'a.ts:11 note', 'a.ts:13 name'])
})
