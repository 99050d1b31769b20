import { useEffect, useState } from 'react'

/**
 * Returns the token after the `#` of the address, and how to replace it. The token is a secret, so
 * it is removed from the address and from the history.
 */
export function useHashToken() {
  const token = useState(() => location.hash.slice(1))
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  return token
}
