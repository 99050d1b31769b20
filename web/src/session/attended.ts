/** Sent with requests that no user caused, so that they do not keep the session alive. */
export const UNATTENDED_HEADER = 'x-tessera-unattended'

/** Somebody who reads may touch nothing for longer; the session lasts much longer than this. */
const ATTENDED_MS = 60_000

let touchedAt = performance.now()

/** True if somebody has touched the page recently. */
export function isAttended(): boolean {
  return performance.now() - touchedAt < ATTENDED_MS
}

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
  document.addEventListener(type, () => (touchedAt = performance.now()), { passive: true })
}
