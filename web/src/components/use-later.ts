import { useEffect, useState } from 'react'

/** After the page is shown, and what it reads. */
const LATER_MS = 3_000

/** True once a page is likely to be complete: what nobody waits for is loaded then. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}
