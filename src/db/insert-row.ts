import { Statement } from './sql.ts'

/** A value for a column. SQL computes it if it is a statement; undefined is null. */
type Sent<Stored> =
  | (Stored extends bigint
      ? bigint | number
      : Stored extends (infer Element)[]
        ? readonly Element[]
        : Stored)
  | (null extends Stored ? undefined : never)
  | Statement<never>

/** `compile` finds a prepared text by the object, so each insert has one. */
const textsByInsert = new Map<string, readonly string[]>()

/**
 * Returns the insert of one row, which `on conflict` or `returning` may follow. Columns that are
 * left out get their defaults. JSON is sent as its text. The names of columns are used as SQL, so
 * they must be written out.
 */
export function insertRow<Stored>(
  into: string,
  row: { readonly [Name in keyof Stored]?: Sent<Stored[Name]> },
): Statement<never> {
  const names = Object.keys(row)
  const insert = `insert into ${into} (${names.join(', ')}) values (`
  let texts = textsByInsert.get(insert)
  if (texts === undefined) {
    texts = [insert, ...names.slice(1).map(() => ', '), ')']
    textsByInsert.set(insert, texts)
  }
  return new Statement<never>(
    texts,
    Object.values(row).map((value) => value ?? null),
  )
}
