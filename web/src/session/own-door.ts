/** Returns the path of the application whose page is shown. */
export function ownDoor(): '/console' | '/portal' {
  return location.pathname.startsWith('/portal') ? '/portal' : '/console'
}
