import { useEffect, useState } from 'react'

/** Long enough for a page to be shown and to read its data. */
const LATER_MS = 3_000

/** True once a page is likely to be complete, so parts that nobody waits for can be loaded. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}
