import { Type, type Static } from 'typebox'
import { readAmount, readCurrency, storedCurrency, wireAmount } from '../../core/mod.ts'
import { REVIEW_HOURS, type ClaimRules, type FactorFrom } from '../../links/mod.ts'
import { Decimal, Text } from './field.ts'

export const CURRENCIES_MAX = 20

export const From = Type.Object({
  currency: Text('The currency, as ISO 4217 code'),
  amount: Decimal('The amount, in major units of `currency`'),
})

export const Rules = Type.Object(
  {
    countries: Type.Optional(
      Type.Array(Text('An ISO 3166-1 code, such as `DE`'), {
        description: 'The countries that claims may come from; all unless given',
        minItems: 1,
        maxItems: 250,
      }),
    ),
    networkPerDay: Type.Optional(countField('Claims from one network within a day')),
    addressPerDay: Type.Optional(
      countField('Claims for one e-mail address or phone number within a day'),
    ),
    amountPerDay: Type.Optional(
      Type.Array(From, {
        description: 'Amounts claimed within a day of all links under the rules',
        maxItems: CURRENCIES_MAX,
      }),
    ),
    reviewHours: Type.Optional(
      Type.Integer({
        description:
          'Hours of a review; then a link that nobody released returns its remainder. ' +
          `${REVIEW_HOURS} unless given`,
        minimum: 1,
        maximum: 720,
      }),
    ),
  },
  {
    description:
      'A claim that breaks a rule waits until the operator releases it. Without rules, none waits',
  },
)

function countField(description: string) {
  return Type.Integer({ description, minimum: 1, maximum: 100_000 })
}

export function shownFrom({ currency, amountMinor }: FactorFrom) {
  return { currency, amount: wireAmount(amountMinor, storedCurrency(currency)) }
}

export function shownRules({ countries, amountPerDay, ...rules }: ClaimRules) {
  return {
    ...rules,
    countries: countries && [...countries],
    amountPerDay: amountPerDay?.map(shownFrom),
  }
}

export function rulesOf(rules: Static<typeof Rules>): ClaimRules {
  const { countries, networkPerDay, addressPerDay, amountPerDay, reviewHours } = rules
  return {
    countries,
    networkPerDay,
    addressPerDay,
    amountPerDay: amountPerDay?.map((one, at) => fromOf(one, at, 'claimRules.amountPerDay')),
    reviewHours: reviewHours ?? REVIEW_HOURS,
  }
}

export function fromOf(
  { currency: code, amount }: Static<typeof From>,
  at: number,
  list = 'secondFactorFrom',
) {
  const field = `${list}[${at}]`
  const currency = readCurrency(`${field}.currency`, code)
  return { currency: code, amountMinor: readAmount(`${field}.amount`, amount, { currency }) }
}
