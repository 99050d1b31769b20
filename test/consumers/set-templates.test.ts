import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  findTemplateInForce,
  listMailTemplates,
  removeMailTemplate,
  setMailTemplate,
} from '../../src/consumers/mod.ts'
import { PARTNER_ID_MAX } from '../../src/core/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import { openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

const ACT = { actor: TESTER, reason: 'brand' }

let fixture: Fixture
let partnerId: number
beforeEach(async () => {
  fixture = await openFixture()
  partnerId = await fixture.partner()
})
afterEach(() => fixture.close())

/** Sets a template of one partner, or of all. */
function set(subject: string, owner: { partnerId?: number; language?: string } = {}) {
  const texts = { subject, text: 'Hello' }
  return setMailTemplate(fixture, { language: 'en', ...owner, ...texts }, ACT)
}

function remove(owner: { partnerId?: number } = {}) {
  return removeMailTemplate(fixture, { language: 'en', ...owner }, ACT)
}

async function subjectFor(owner: { partnerId?: number; language?: string }): Promise<string> {
  return (await findTemplateInForce(fixture.db, owner)).subject
}

function subjectIn(texts: unknown): string | undefined {
  return (texts as { subject?: string } | undefined)?.subject
}

async function subjectsInAudit(): Promise<unknown[]> {
  const { rows } = await listAudit(fixture.db, { page: 1, pageSize: 10 })
  const ofTemplates = rows.filter(({ action }) => action.startsWith('mail_template'))
  return ofTemplates.map(({ action, target, before, after }) => {
    return [action, target, subjectIn(before), subjectIn(after)]
  })
}

test('a partner has its own texts, then those of all partners, then the default', async () => {
  const byDefault = await subjectFor({ partnerId })
  await set('for all')
  expect([await subjectFor({ partnerId }), await subjectFor({})]).toEqual(['for all', 'for all'])
  await set('own', { partnerId })
  expect(await subjectFor({ partnerId, language: 'en' })).toBe('own')
  const { rows, total } = await listMailTemplates(fixture.db, { page: 1, pageSize: 10 })
  expect([rows.map(({ subject }) => subject), total]).toEqual([['for all', 'own'], 2])

  await remove({ partnerId })
  expect(await subjectFor({ partnerId })).toBe('for all')
  await remove()
  expect(await subjectFor({ partnerId })).toBe(byDefault)
})

test('each change is audited with the subject before and after, of its own template', async () => {
  await set('for all')
  await set('own', { partnerId })
  await set('own 2', { partnerId })
  await remove({ partnerId })

  const own = `mail-template:${partnerId}:en`
  expect((await subjectsInAudit()).toReversed()).toEqual([
    ['mail_template.set', 'mail-template:all:en', undefined, 'for all'],
    ['mail_template.set', own, undefined, 'own'],
    ['mail_template.set', own, 'own', 'own 2'],
    ['mail_template.remove', own, 'own 2', undefined],
  ])
})

test('a partner that does not exist, and a template that was never set, are refused', async () => {
  const fault = { kind: 'invalid_request', extras: { details: [{ field: 'partnerId' }] } }
  for (const id of [0, partnerId + 1_000, PARTNER_ID_MAX + 1]) {
    await expect(set('own', { partnerId: id })).rejects.toMatchObject(fault)
    await expect(subjectFor({ partnerId: id })).rejects.toMatchObject(fault)
  }
  await set('for all')
  await expect(remove({ partnerId })).rejects.toMatchObject({ kind: 'not_found' })
})
