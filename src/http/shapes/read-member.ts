import { wireAmount, type Currency } from '../../core/mod.ts'
import { wireSum } from '../bodies/exact-json.ts'

// How a `view` reads members of a row that are sent in another form.

/** A row with an amount in minor units of its currency. */
type Row<Name extends string, Minor> = Readonly<Record<Name, Minor>> & {
  readonly currency: Currency
}
type Missing = null | undefined

export const codeOf = ({ currency }: { readonly currency: Currency }) => currency.code

/** Reads an amount, in major units. */
export function amountOf<Name extends string>(name: Name) {
  return (row: Row<Name, bigint>) => wireAmount(row[name], row.currency)
}

export function optionalAmountOf<Name extends string>(name: Name) {
  return (row: Row<Name, bigint | Missing>) => {
    const minor: bigint | Missing = row[name]
    return typeof minor === 'bigint' ? wireAmount(minor, row.currency) : undefined
  }
}

/** Reads a sum of amounts, in major units. Its route has `hasSums`. */
export function sumOf<Name extends string>(name: Name) {
  return (row: Row<Name, bigint>) => wireSum(row[name], row.currency)
}

export function optionalSumOf<Name extends string>(name: Name) {
  return (row: Row<Name, bigint | Missing>) => {
    const minor: bigint | Missing = row[name]
    return typeof minor === 'bigint' ? wireSum(minor, row.currency) : undefined
  }
}
