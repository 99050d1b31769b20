import classes from './components.module.css'

const REFUSED = 400
const FAULT = 500

/** The status of a response: done, refused, or a fault of the service. */
export function HttpStatus({ status }: { readonly status: number | undefined }) {
  if (status === undefined) return null
  const color = status >= FAULT ? 'red' : status >= REFUSED ? 'orange' : 'green'
  return (
    <span className={classes.status} data-color={color}>
      {status}
    </span>
  )
}
