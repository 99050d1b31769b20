import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { importReachable } from '../api/connection.ts'

/** Returns a part of a page that is loaded when it is first shown, and again if that fails. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await importReachable(load))[name] }))
}
