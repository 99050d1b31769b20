import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Returns a function after which all data are read again when the dialog ends: somebody else has
 * changed them. The dialog may be part of a row that then leaves, with what it says.
 */
export function useReadAgainAtEnd(): () => void {
  const queries = useQueryClient()
  const isStale = useRef(false)
  useEffect(
    () => () => {
      if (isStale.current) void queries.invalidateQueries()
    },
    [queries],
  )
  return () => {
    isStale.current = true
  }
}
