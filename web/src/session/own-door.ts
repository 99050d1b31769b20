/** Returns the door whose page is shown. */
export function ownDoor(): '/console' | '/portal' {
  return location.pathname.startsWith('/portal') ? '/portal' : '/console'
}
