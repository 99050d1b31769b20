import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { useSessionOver } from './session.ts'

/** State that returns to its first value when the session is over, such as that codes are shown. */
export function useSessionState<T>(initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(initial)
  const [first] = useState(initial)
  const isOver = useSessionOver()
  useEffect(() => {
    if (isOver) setValue(first)
  }, [isOver, first])
  return [value, setValue]
}
