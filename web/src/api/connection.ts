/** Needs no authentication, and is served at the addresses of partners and of operators. */
const PROBE = '/health/live'
const RETRY_MS = 2_000

let isLost = false
let probing: Promise<void> | undefined
/** Ends the wait before the next attempt. */
let skipDelay: (() => void) | undefined
const listeners = new Set<() => void>()

/** True while the service cannot be reached. */
export function isConnectionLost(): boolean {
  return isLost
}

/** Calls the listener when the connection is lost or back. Returns a function that ends this. */
export function listenToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Waits until the service can be reached, after a request without a response. Tries every two
 * seconds; until one succeeds, the connection counts as lost.
 */
export function checkConnection(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

/** Tries a lost connection at once. */
export function retryConnection(): void {
  skipDelay?.()
}

/**
 * Imports a part of the application. Waits while the service cannot be reached: browsers remember a
 * failed import until the page is loaded again. Throws if the service responds but no longer has
 * the part, because a newer version has replaced it.
 */
export async function importReachable<Part>(load: () => Promise<Part>): Promise<Part> {
  if (isLost || !navigator.onLine) await checkConnection()
  try {
    return await load()
  } catch {
    await checkConnection()
    return await load()
  }
}

async function probe(): Promise<void> {
  while (!(await isReachable())) {
    change(true)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS)
      skipDelay = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  change(false)
}

async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch(PROBE, { cache: 'no-store' })
    return ok
  } catch {
    return false
  }
}

function change(isDown: boolean): void {
  if (isLost === isDown) return
  isLost = isDown
  for (const listener of listeners) listener()
}

window.addEventListener('offline', () => void checkConnection())
window.addEventListener('online', retryConnection)
