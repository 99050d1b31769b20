import { Type, type TString } from 'typebox'
import type { LongNumber } from '../bodies/exact-json.ts'

/** A text. `description` is its meaning in the OpenAPI documents. */
export function Text(description: string) {
  return Type.String({ description })
}

/** A whole number. */
export function Whole(
  description: string,
  bounds: { readonly minimum?: number; readonly maximum?: number } = {},
) {
  return Type.Integer({ description, ...bounds })
}

/** A number that may have decimals. The description of an amount names its unit. */
export function Decimal(description: string) {
  return Type.Number({ description })
}

/** A sum of amounts, which may have more digits than a double holds. */
export function Sum(description: string) {
  return Type.Unsafe<number | LongNumber>({ type: 'number', description, format: 'decimal' })
}

export function YesOrNo(description: string) {
  return Type.Boolean({ description })
}

export type TInstant = TString & { readonly format: 'date-time' }

/** An instant of a response, as ISO 8601 text in UTC. */
export function Instant(description: string): TInstant {
  const format = { format: 'date-time' } as const
  return Object.assign(Type.String({ ...format, description: `${description}. In UTC` }), format)
}
