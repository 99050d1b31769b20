import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { useSessionOver } from './session.ts'

/** State that returns to its first value once the session is over, such as "codes are shown". */
export function useSessionState<T>(initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(initial)
  const [first] = useState(initial)
  const isOver = useSessionOver()
  useEffect(() => {
    if (isOver) setValue(first)
  }, [isOver, first])
  // At once, not in the effect: the sign-in must never cover a secret that is still in the page.
  return [isOver ? first : value, setValue]
}
