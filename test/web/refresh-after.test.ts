import { expect, test } from 'vitest'
import { isConnecting, refreshAfter } from '../../web/src/console/refresh-after.ts'

const AT = '2026-12-01T00:00:00.000Z'
const READ = { listings: 15, unread: 0, readAt: AT }
const SETTLED = { active: true, answeredAt: AT, catalog: READ }

test('an account is read again sooner until its funds and its catalog are read', () => {
  const unread = { active: true }
  const isUnlisted = { active: true, answeredAt: AT, catalog: { listings: 0, unread: 0 } }

  expect([unread, isUnlisted, SETTLED].map(isConnecting)).toEqual([true, true, false])
  expect(refreshAfter([SETTLED, unread])).toBeLessThan(refreshAfter([SETTLED]))
})

test('an account that fails or is not in use is not hurried', () => {
  const failed = { active: true, lastFault: 'it answered 401' }
  const isUnreadable = {
    active: true,
    answeredAt: AT,
    catalog: { listings: 0, unread: 0, lastFault: 'it answered 500' },
  }

  expect([failed, isUnreadable, { active: false }].map(isConnecting)).toEqual([false, false, false])
})
