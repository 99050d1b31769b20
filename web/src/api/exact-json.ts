/** A number that may have more digits than a double can hold. */
const MAY_BE_LONG = /\d[\d.]{15}/
/** Matches long numbers, and whole texts, so that digits inside of a text are skipped. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}(?:e[+-]?\d+)?/gi

/** Parses JSON. A number that a double cannot hold exactly becomes its text: a `Decimal`. */
export function parseExact(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text)
  return JSON.parse(
    text.replaceAll(TOKENS, (token) =>
      token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
    ),
  )
}
