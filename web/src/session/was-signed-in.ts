const KEY = 'tessera-signed-in'

/** True if somebody was signed in in this browser when the page was last shown. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(KEY) !== null
}

export function rememberSignIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(KEY, '')
  else localStorage.removeItem(KEY)
}
