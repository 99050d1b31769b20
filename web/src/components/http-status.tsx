import { Badge } from '@mantine/core'

const REFUSED = 400
const FAULT = 500

/** The status of a response: done, refused, or a fault of the service. */
export function HttpStatus({ status }: { readonly status: number | undefined }) {
  if (status === undefined) return null
  const color = status >= FAULT ? 'red' : status >= REFUSED ? 'orange' : 'green'
  return (
    <Badge variant="light" miw="max-content" color={color}>
      {status}
    </Badge>
  )
}
