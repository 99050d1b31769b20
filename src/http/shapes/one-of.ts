import { Type, type TSchemaOptions } from 'typebox'

/** The meaning of each value of a field. */
export type Meanings = Readonly<Record<string, string>>

/** A field of responses that has one of these values; the documents say what each means. */
export function oneOf(about: string, meanings: Meanings, more: TSchemaOptions = {}) {
  const description = describe(about, meanings)
  return Type.String({ enum: Object.keys(meanings), description, ...more })
}

/** A field of requests that has one of these values. Another one is refused. */
export function choiceOf<Value extends string>(
  about: string,
  meanings: Readonly<Record<Value, string>>,
) {
  const values = Object.keys(meanings) as Value[]
  return Type.Enum(values, { description: describe(about, meanings) })
}

function describe(about: string, meanings: Meanings): string {
  const lines = Object.entries(meanings).map(([value, text]) => `- \`${value}\`: ${text}`)
  return [`${about}:`, '', ...lines].join('\n')
}
