import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceFiles } from '../architecture/sources.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { rowTypes, schemaDump } from '../support/describe-schema.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

// `npx vitest run test/db/schema.test.ts -u` writes both files anew after a migration.
test('the committed row types are those of the migrated schema that are used', async () => {
  const used = new Set(
    sourceFiles('src', 'test').flatMap(({ code }) => code.match(/\b\w+Row\b/g) ?? []),
  )
  const types = await rowTypes(database.db, used)
  await expect(types).toMatchFileSnapshot('../../src/db/schema-types.ts')
})

test('the committed dump is the migrated schema', async () => {
  await expect(await schemaDump(database.db)).toMatchFileSnapshot('../../migrations/schema.sql')
})

test('partner_id leads every key of a partner’s table, so that tables can be distributed', async () => {
  const { rows } = await database.db.pool.query<{ index: string }>(`
    select i.indexrelid::regclass::text as index
    from pg_index i
    join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
    where i.indisunique and first.attname <> 'partner_id'
      and exists (select from pg_attribute a
                  where a.attrelid = i.indrelid and a.attname = 'partner_id')
      and i.indrelid::regclass::text not in ('credentials', 'audit_entries', 'partners',
                                               'price_rules', 'assortment_rules', 'reconciliations',
                                               'stock_reservations', 'users', 'cards',
                                               'user_invitations', 'invitations', 'approvals')`)

  expect(rows).toEqual([])
})
