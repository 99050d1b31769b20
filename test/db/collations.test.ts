import { afterAll, beforeAll, expect, test } from 'vitest'
import { planNodes } from '../support/plans.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

interface Key {
  table: string
  index: string
  column: string
  collation: string
}

/** Text columns of unique indexes, with the collations of index and column. */
const UNIQUE_TEXT = `
  select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index,
         coalesce(a.attname, 'expression') as column,
         c.collname || case when a.attcollation is distinct from key.collated
                       then ', but not its column' else '' end as collation
  from pg_index i
  cross join lateral unnest(i.indkey::smallint[], i.indcollation::oid[]) as key (attnum, collated)
  join pg_collation c on c.oid = key.collated
  join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
  left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum and key.attnum > 0
  where i.indisunique and t.relname <> 'migrations'
  order by 1, 2, 3`

test('unique text is compared by its bytes on every system', async () => {
  const { rows } = await database.db.pool.query<Key>(UNIQUE_TEXT)

  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([])
})

test('lookups by a text key use its index', async () => {
  const lookups = {
    orders_client_reference:
      'select from orders where partner_id = $1 and client_reference = any($2::text[])',
    consumers_email:
      'select from consumers where partner_id = $1 and email_blind = any($2::uuid[])',
    upstreams_name_key: 'select from upstreams where name = $1',
  }
  for (const [index, text] of Object.entries(lookups)) {
    const nodes = await planNodes(database.db, text)
    expect(nodes.map((node) => node['Index Name'])).toEqual([index])
  }
})
