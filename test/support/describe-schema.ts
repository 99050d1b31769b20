import type { Database } from '../../src/db/mod.ts'

const OWN_TABLES = ['migrations']

/** The TypeScript type of each PostgreSQL type, as the parsers of src/db/db.ts return it. */
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  integer: 'number',
  smallint: 'number',
  bigint: 'bigint',
  numeric: 'string',
  'bigint[]': 'bigint[]',
  'numeric[]': 'string[]',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  jsonb: 'unknown',
  'numeric(24,8)': 'string',
  'numeric(7,4)': 'string',
  text: 'string',
  date: 'Date',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  xid8: 'string',
}

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  fallback: string | null
}

interface Definition {
  table: string
  definition: string
}

/** Returns the text of src/db/schema-types.ts: the row types whose names are in `used`. */
export async function rowTypes(db: Database, used: ReadonlySet<string>): Promise<string> {
  const lines = ['/** Written from the migrated schema by test/db/schema.test.ts; not by hand. */']
  for (const [table, columns] of await columnsByTable(db)) {
    if (!used.has(`${pascal(table)}Row`)) continue
    lines.push('', `export interface ${pascal(table)}Row {`)
    for (const column of columns) {
      const type = TYPES[column.type]
      if (!type) throw new Error(`no row type for ${column.type}`)
      lines.push(`  ${column.name}: ${type}${column.required ? '' : ' | null'}`)
    }
    lines.push('}')
  }
  return `${lines.join('\n')}\n`
}

/** Returns the text of migrations/schema.sql: the migrated schema, for people to read. */
export async function schemaDump(db: Database): Promise<string> {
  const constraints = await definitions(
    db,
    `select conrelid::regclass::text as table,
            'constraint ' || conname || ' ' || pg_get_constraintdef(oid, true) as definition
     from pg_constraint
     where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f', 'x')
       and not coalesce((select relispartition from pg_class where oid = conrelid), false)
     order by 1, contype desc, conname`,
  )
  const indexes = await definitions(
    db,
    `select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition
       and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by 1, 2`,
  )
  const partitioned = await definitions(
    db,
    `select partrelid::regclass::text as table, pg_get_partkeydef(partrelid) as definition
     from pg_partitioned_table`,
  )
  const settings = await definitions(
    db,
    `select oid::regclass::text as table, array_to_string(reloptions, ', ') as definition
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and reloptions is not null`,
  )
  const lines = ['-- Written from the migrations by test/db/schema.test.ts; not by hand.']
  lines.push(...(await rangesAndFunctions(db)))
  for (const [table, columns] of await columnsByTable(db)) {
    const own = constraints.filter((one) => one.table === table).map((one) => one.definition)
    const parts = [...columns.map(columnText), ...own].map((part) => `  ${part}`)
    const key = partitioned.find((one) => one.table === table)?.definition
    const set = settings.find((one) => one.table === table)?.definition
    const stored = set === undefined ? ')' : `) with (${set})`
    const end = key === undefined ? `${stored};` : `${stored} partition by ${key};`
    lines.push('', `create table ${table} (`, parts.join(',\n'), end)
    lines.push(...indexes.filter((one) => one.table === table).map((one) => `${one.definition};`))
  }
  return `${lines.join('\n')}\n`
}

async function rangesAndFunctions(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select format('create type %s as range (subtype = %s);', rngtypid::regtype,
                   rngsubtype::regtype) as text
     from pg_range join pg_type on oid = rngtypid where typnamespace = 'public'::regnamespace
     union all
     select pg_get_functiondef(p.oid) || ';'
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'`,
  )
  return rows.flatMap(({ text }) => ['', text.trim()])
}

function columnText({ name, type, required, fallback }: Column): string {
  const otherwise = fallback === null ? '' : ` default ${fallback}`
  return `${name} ${type}${required ? ' not null' : ''}${otherwise}`
}

async function definitions(db: Database, text: string): Promise<Definition[]> {
  return (await db.pool.query<Definition>(text)).rows
}

async function columnsByTable(db: Database): Promise<Map<string, Column[]>> {
  const { rows } = await db.pool.query<Column>(
    `select c.relname as table, a.attname as name,
            format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
            pg_get_expr(d.adbin, d.adrelid) as fallback
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> all($1)
     order by c.relname, a.attnum`,
    [OWN_TABLES],
  )
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return tables
}

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
}
