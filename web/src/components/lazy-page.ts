import { lazyRouteComponent } from '@tanstack/react-router'
import { importReachable } from '../api/connection.ts'

/** Returns a page that is loaded when it is first opened, and again if that fails. */
export function lazyPage<Part extends Record<string, unknown>, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazyRouteComponent(() => importReachable(load), name)
}
