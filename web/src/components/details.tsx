import type { ReactNode } from 'react'
import classes from './components.module.css'

/** Named values; a pair whose value is missing is left out. */
export function Details({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.details}>
      {of
        .filter(
          ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
        )
        .map(([name, value]) => (
          <Pair key={name} name={name} value={value} />
        ))}
    </dl>
  )
}

function Pair({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
