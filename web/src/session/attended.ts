/** Sent with requests that nobody has asked for: they do not keep the session alive. */
export const UNATTENDED_HEADER = 'x-tessera-unattended'

/** Whoever reads touches nothing for longer, but the session goes on much longer than that. */
const ATTENDED_MS = 60_000

let touchedAt = performance.now()

/** True if somebody has touched the page a moment ago. */
export function isAttended(): boolean {
  return performance.now() - touchedAt < ATTENDED_MS
}

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
  document.addEventListener(type, () => (touchedAt = performance.now()), { passive: true })
}
