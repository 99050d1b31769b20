import type { Operations } from './operations.ts'
import type { Route } from './route.ts'
import { SIGN_IN_ROUTES } from './sign-in-routes.ts'

type Routes = Readonly<Partial<Record<keyof Operations, Route>>>

let routes: Routes = SIGN_IN_ROUTES

/** Adds the routes that the sign-in page does not need. */
export function addRoutes(further: Routes): void {
  routes = { ...routes, ...further }
}

/** Returns the route of an operation; undefined if only the other application has it. */
export function findRoute(id: keyof Operations): Route | undefined {
  return routes[id]
}

/** Returns the route of an operation of this application. */
export function routeOf(id: keyof Operations): Route {
  const route = findRoute(id)
  if (!route) throw new Error(`the route of ${id} is not loaded`)
  return route
}
