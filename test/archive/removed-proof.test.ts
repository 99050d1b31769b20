import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { verify } from '../../src/ledger/mod.ts'
import { comparedWith } from '../../src/process/verifications.ts'
import { CREDITS, shareRemoval, storedOf, type Removal } from './removal-fixture.ts'

/** The deposit and the credits. */
const LAST = CREDITS + 1

const removal = shareRemoval()
let fixture: Removal

beforeEach(async () => {
  fixture = await removal()
})

test.each([
  ['sealed', `sealed = sealed || 'x'::bytea`],
  ['last_transfer', 'last_transfer = last_transfer - 1'],
  ['last_at', `last_at = '2001-02-03T04:05:06Z'`],
  ['removed_transfer', 'removed_transfer = removed_transfer + 1'],
])('ledger verify names an opening that was changed: %s', async (_, change) => {
  await fixture.archiveAndRemove()
  const rows = await fixture.query('select * from ledger_openings where partner_id = $1')
  await fixture.query(`update ledger_openings set ${change} where partner_id = $1`)
  const { differences } = await fixture.archive.verify()
  const [{ last_transfer: last, last_at: at, removed_transfer: gone, sealed }] = rows
  await fixture.query(
    `update ledger_openings set last_transfer = $2, last_at = $3, removed_transfer = $4, sealed = $5
     where partner_id = $1`,
    [fixture.partner.partnerId, last, at, gone, sealed],
  )

  expect(differences).toEqual([differenceOf('opening', 'another seal')])
})

function differenceOf(field: string, stored: string) {
  const { partnerId } = fixture.partner
  return {
    partnerId,
    currency: '',
    account: 'book',
    field,
    stored,
    recomputed: 'what was archived',
  }
}

test('ledger verify names a record of a file that is missing or was changed, and other balances', async () => {
  await fixture.archiveAndRemove()
  const where = 'where partner_id = $1 and first_transfer = 1'
  const change = (set: string) => fixture.query(`update transfer_archives set ${set} ${where}`)
  await change('last_transfer = last_transfer - 1')
  const changed = await fixture.archive.verify()
  await change(`last_transfer = last_transfer + 1, sha256 = sha256 || 'x'::bytea`)
  const missing = await fixture.archive.verify()
  await change('sha256 = substring(sha256 from 1 for 32)')
  const balance = `update accounts set debits_posted = debits_posted + $2, credits_posted =
                   credits_posted + $2 where partner_id = $1 and kind = 'wallet'`
  await fixture.query(balance, [fixture.partner.partnerId, 1])
  const richer = await fixture.archive.verify()
  await fixture.query(balance, [fixture.partner.partnerId, -1])

  expect(changed.differences).toEqual([
    differenceOf('archive', 'another seal of the file up to transfer 4'),
  ])
  expect(missing.differences).toEqual([
    differenceOf('archive', 'no record of the file up to transfer 4'),
  ])
  expect(richer.differences).toEqual([differenceOf('opening', 'another history')])
})

test('a verification that runs while transfers are removed begins anew', async () => {
  await fixture.archiveAndRemove()
  const { db, vault } = fixture.service.services
  const compared = comparedWith(db, vault)
  let calls = 0
  const find = async (partnerId: number) => {
    if (partnerId !== fixture.partner.partnerId) return await compared.openings.find(partnerId)
    calls += 1
    // The state before the removal.
    if (calls === 1) return { opening: undefined, removed: 0, faults: [] }
    return await compared.openings.find(partnerId)
  }

  expect(await verify(db, { ...compared, openings: { find } })).toMatchObject({
    balanced: true,
    differences: [],
  })
  expect(calls).toBe(3)
})

test('without its file no transfer is removed, and archive verify names a missing file', async () => {
  const cutMs = Date.now() + 1
  await fixture.archive.write(cutMs)
  const folder = join(fixture.archive.directory, String(fixture.partner.partnerId))
  const [first = '', last = ''] = (await readdir(folder)).map((name) => join(folder, name))
  await rename(first, `${first}.away`)
  await expect(fixture.archive.remove(cutMs)).rejects.toThrow('the file from transfer 1 is missing')
  await rename(`${first}.away`, first)
  expect(await storedOf(fixture.service, fixture.partner.partnerId)).toHaveLength(LAST)

  await fixture.archive.remove(cutMs)
  await rename(last, `${last}.away`)
  const faults = await fixture.archive.faults()
  await expect(fixture.archive.write(Date.now() + 1)).rejects.toThrow(
    `transfers of partner ${fixture.partner.partnerId} up to ${LAST} were removed: --to must be`,
  )
  await rename(`${last}.away`, last)

  expect(faults).toEqual([
    `${folder}: the file up to transfer ${LAST}, which may be removed, is missing`,
  ])
})

test('archive verify names the key of a removed transfer that is gone', async () => {
  await fixture.archiveAndRemove()
  await fixture.query('delete from archived_keys where partner_id = $1 and transfer_no = 2')
  const faults = await fixture.archive.faults()
  await fixture.query(
    `insert into archived_keys values ($1, substring(sha256('1:row-1'::bytea) from 1 for 11), 2)`,
  )

  expect(faults).toEqual([expect.stringContaining('the key of transfer 2 is missing')])
  expect(await fixture.archive.faults()).toEqual([])
})
