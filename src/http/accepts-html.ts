/** True for a browser, which lists the types that it accepts, HTML among the first. */
export function acceptsHtml(accept: unknown): boolean {
  return typeof accept === 'string' && /(^|,)\s*text\/html/.test(accept)
}
