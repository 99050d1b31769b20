const KEY = 'tessera-signed-in'

/** True if somebody was signed in in this browser when the page was last shown. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(KEY) !== null
}

/** Remembers who is signed in. Other windows of the browser get an event. */
export function rememberSignIn(userId: number | undefined): void {
  if (userId === undefined) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, String(userId))
}

/** Calls the listener when another window has signed somebody in or out, until this is ended. */
export function listenToSignIns(listener: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEY) listener()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
