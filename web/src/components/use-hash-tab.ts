import { useNavigate, useRouterState } from '@tanstack/react-router'

/** Returns the open tab, which the hash of the address names, and a function that opens another. */
export function useHashTab(first: string): [string, (tab: string | null) => void] {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const navigate = useNavigate()
  const open = (tab: string | null): void => {
    const next = tab === null || tab === first ? '' : tab
    void navigate({ to: '.', search: true, hash: next, replace: true, resetScroll: false })
  }
  return [hash === '' ? first : hash, open]
}
