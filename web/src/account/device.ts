/** The first match wins, because a browser also names the browsers that it descends from. */
const BROWSERS = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Returns a name such as `Firefox, Windows`, or the header itself if no pattern matches. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined) return undefined
  const names = [BROWSERS, SYSTEMS].flatMap((patterns) => {
    const match = patterns.find(([pattern]) => pattern.test(userAgent))
    return match ? [match[1]] : []
  })
  return names.length > 0 ? names.join(', ') : userAgent
}
