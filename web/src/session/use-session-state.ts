import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { useSessionOver } from './session.ts'

/** State that has its first value again once the session is over, such as that codes are shown. */
export function useSessionState<T>(initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(initial)
  const [first] = useState(initial)
  const isOver = useSessionOver()
  useEffect(() => {
    if (isOver) setValue(first)
  }, [isOver, first])
  // At once: the sign-in must never stand over what was shown.
  return [isOver ? first : value, setValue]
}
