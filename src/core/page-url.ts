/**
 * Returns a URL of the service as browsers should open it. Loopback addresses become `localhost`,
 * because browsers have no passkeys at an IP address, and a session at `127.0.0.1` does not count
 * at `localhost`. Other URLs stay as they are.
 */
export function pageUrlOf(url: string): string {
  return url.replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=[:/]|$)/, 'http://localhost')
}
