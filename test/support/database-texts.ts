import type { Database } from '../../src/db/mod.ts'

/** Returns each distinct value of every column of every table, as text. */
export async function textsOf({ pool }: Database): Promise<string[]> {
  const columns = await pool.query<{ name: string; column: string; type: string }>(
    `select format('%I', table_name) as name, format('%I', column_name) as column,
            data_type as type
     from information_schema.columns where table_schema = 'public'`,
  )
  const texts = new Set<string>()
  for (const { name, column, type } of columns.rows) {
    const value = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`
    const { rows } = await pool.query<{ value: string }>(
      `select distinct ${value} as value from ${name} where ${column} is not null`,
    )
    for (const row of rows) texts.add(row.value)
  }
  return [...texts]
}
