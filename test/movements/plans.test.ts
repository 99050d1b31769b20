import { expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { lastAvailable } from '../../src/movements/funds-history.ts'
import {
  firstTransferFrom,
  isLabelled,
  labelledBack,
  movements,
  statementTexts,
} from '../../src/movements/movement-rows.ts'
import { depositsBefore } from '../../src/movements/list-deposits.ts'
import { sumsByLabel } from '../../src/movements/spending-by-label.ts'
import { transfersOfWallet } from '../../src/movements/wallet-movements.ts'
import { startDomainTest } from '../support/domain.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const RANGE = sql`
  select * from transfers where partner_id = ${9} and transfer_no between ${1} and ${100}`

const LABEL = { key: 'team', value: 'hr' }
const LABELLED = sql`
  select * from transfers made
  where partner_id = ${9} and transfer_no between ${1} and ${20_000}
    and ${isLabelled(sql`made`, LABEL)}
  order by transfer_no desc limit 21`

test('movements, deposits and the history of a wallet are read as ranges of indexes', async () => {
  const { db, end } = await startDomainTest()
  await db.pool.query(`
    insert into transfers (
      partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
      credit_available, state, code, created_at, metadata)
    select 9, n, case when n % 100 = 0 then 2 else 1 end, 100 + n % 1000, 1, 0, 0, 0,
           case when n % 100 = 0 then 1 else 6 end, now(),
           case when n % 10 = 1 then '{"team": "hr"}'::jsonb end
    from generate_series(1, 20000) as n`)
  await db.pool.query('analyze')
  const plans = {
    movements: movements(9, RANGE),
    statement: statementTexts({ partnerId: 9, account: 1n }, { first: 1, last: 100 }),
    times: firstTransferFrom(9, 0),
    history: lastAvailable(9, [{ low: 1, high: 100 }]),
    deposits: depositsBefore(9, { afterNo: 1000, limit: 10, from: 0, to: 1 }),
    wallet: transfersOfWallet(9, 101, { limit: 10, offset: 0n }),
    labelled: movements(9, LABELLED),
    spending: sumsByLabel(9, 'team', { first: 1, last: 100 }),
    back: labelledBack(9, { first: 1, last: 20_000 }, 100_000),
    ofWallet: transfersOfWallet(9, 101, { label: LABEL, limit: 10, offset: 0n }),
  }
  const usedIndexes: Record<string, string[]> = {}
  for (const [name, statement] of Object.entries(plans)) {
    const nodes = await planNodes(db, compile(statement).text)
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
    expect(scans.map((node) => node['Relation Name']).filter((one) => one === 'transfers')).toEqual(
      [],
    )
    usedIndexes[name] = [...indexesOf(nodes)]
  }
  expect(usedIndexes['movements']).toEqual(
    expect.arrayContaining(['transfers_pkey', 'orders_of_hold']),
  )
  expect(usedIndexes['statement']).toEqual(
    expect.arrayContaining(['transfers_pkey', 'orders_of_hold']),
  )
  expect(usedIndexes['spending']).toEqual(
    expect.arrayContaining(['transfers_pkey', 'orders_of_hold']),
  )
  expect(usedIndexes['times']).toContain('transfers_pkey')
  expect(usedIndexes['history']).toContain('transfers_pkey')
  expect(usedIndexes['deposits']).toContain('transfers_of_funding')
  expect(usedIndexes['wallet']).toContain('transfers_of_wallet')
  expect(usedIndexes['labelled']).toContain('transfers_labelled')
  expect(usedIndexes['back']).toContain('transfers_labelled')
  expect(usedIndexes['ofWallet']).toContain('transfers_of_wallet')
  const back = async (count: number) =>
    await db.rows(labelledBack(9, { first: 1, last: 20_000 }, count))
  expect(await back(3)).toEqual([{ transfer_no: 19_971n }])
  expect(await back(2_000)).toEqual([{ transfer_no: 1n }])
  expect(await back(2_001)).toEqual([])
  await end()
})
