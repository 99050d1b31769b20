/** Returns the path of the application whose page is shown. */
export function ownApplication(): '/console' | '/portal' {
  return location.pathname.startsWith('/portal') ? '/portal' : '/console'
}
