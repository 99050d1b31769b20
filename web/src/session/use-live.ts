import { useEffect, useRef } from 'react'
import { listenToNews, type News } from './live-stream.ts'

/** The shortest time between two reads, however much changes. */
const PAUSE_MS = 2_000

/**
 * Reads again, at once or after a pause, when relevant news arrives. Without `isRelevant`, it never
 * reads again.
 */
export function useLive(
  refetch: () => unknown,
  isRelevant: ((news: News) => boolean) | undefined,
): void {
  const isOn = isRelevant !== undefined
  const latest = useRef({ refetch, isRelevant })
  useEffect(() => {
    latest.current = { refetch, isRelevant }
  })
  useEffect(() => {
    if (!isOn) return undefined
    let pause: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    const read = (): void => {
      isDue = false
      void latest.current.refetch()
      pause = setTimeout(() => {
        pause = undefined
        if (isDue) read()
      }, PAUSE_MS)
    }
    const stop = listenToNews((news) => {
      if (latest.current.isRelevant?.(news) !== true) return
      if (pause === undefined) read()
      else isDue = true
    })
    return () => {
      clearTimeout(pause)
      stop()
    }
  }, [isOn])
}
