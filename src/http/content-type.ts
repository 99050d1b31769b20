/**
 * Whether a content type is one of these, and says nothing of another encoding than UTF-8, which is
 * what every body is read as.
 */
export function isUtf8Of(wanted: readonly string[], contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  return (
    wanted.includes(type.trim()) &&
    parameters.every((one) => !/^\s*charset\s*=/.test(one) || /=\s*"?utf-8"?\s*$/.test(one))
  )
}
