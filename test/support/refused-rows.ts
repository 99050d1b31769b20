import { sql } from '../../src/db/mod.ts'
import type { FreshDatabase } from './database.ts'

/** Makes the database refuse new rows of a table, until the result is called. */
export async function refuseRows(
  { db }: Pick<FreshDatabase, 'db'>,
  { table, column, value }: Readonly<Record<'table' | 'column' | 'value', string>>,
): Promise<() => Promise<void>> {
  await db.rows(
    sql.raw(`
    create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused on purpose'; end $$`),
  )
  await db.rows(
    sql.raw(`
    create trigger refuse_row before insert on ${table} for each row
    when (new.${column} = '${value}') execute function refuse_row()`),
  )
  return async () => {
    await db.rows(sql.raw(`drop trigger refuse_row on ${table}`))
    await db.rows(sql.raw('drop function refuse_row'))
  }
}

/** Makes the database refuse links with this reference, until the result is called. */
export function refuseLinks(
  database: Pick<FreshDatabase, 'db'>,
  reference: string,
): Promise<() => Promise<void>> {
  return refuseRows(database, { table: 'links', column: 'reference', value: reference })
}
