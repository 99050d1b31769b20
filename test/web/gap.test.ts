import { expect, test } from 'vitest'
import { gapAfter } from '../../web/src/format/gap.ts'

const AT = '2026-11-29T20:00:00.000Z'

test('a step shows how soon it followed, up to a minute; a step that followed at once shows no number', () => {
  const gaps = ['20:00:00.020', '20:00:00.180', '20:00:59.000', '20:01:00.000'].map((time) =>
    gapAfter(AT, `2026-11-29T${time}Z`),
  )
  expect(gaps).toEqual([0, '0.2 sec', '59 sec', undefined])
})
