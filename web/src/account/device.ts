/** The sequence matters: a browser also names those that it descends from. */
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

/** Returns a name such as `Firefox, Windows`, or what the browser called itself. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined) return undefined
  const names = [BROWSERS, SYSTEMS].flatMap((patterns) => {
    const found = patterns.find(([pattern]) => pattern.test(userAgent))
    return found ? [found[1]] : []
  })
  return names.length > 0 ? names.join(', ') : userAgent
}
