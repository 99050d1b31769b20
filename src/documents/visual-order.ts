const RIGHT_TO_LEFT = String.raw`\p{Script=Arabic}\p{Script=Hebrew}`
/** Any characters but brackets and the letters of scripts that are read from left to right. */
const PLAIN = String.raw`(?:[^\p{L}()]|[${RIGHT_TO_LEFT}])*`
/**
 * A part that is read from right to left. It begins with a letter of such a script. It ends with
 * the last such letter, number or pair of brackets before a letter of another script.
 */
const PARTS = new RegExp(
  String.raw`[${RIGHT_TO_LEFT}](?:${PLAIN}\(${PLAIN}\)|[^\p{L}]*[${RIGHT_TO_LEFT}\p{M}\p{Nd}])*`,
  'gu',
)
/** A piece of one direction: a number with its separators, a word, or a character between them. */
const PIECES = new RegExp(
  String.raw`\p{Nd}+(?:[.,:/]\p{Nd}+)*|[${RIGHT_TO_LEFT}\p{M}]+|[^${RIGHT_TO_LEFT}\p{M}\p{Nd}]`,
  'gu',
)
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

const LETTER = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u')
const OTHER_LETTER = new RegExp(String.raw`(?![${RIGHT_TO_LEFT}])\p{L}`, 'u')

/**
 * Returns the pieces of a line from left to right, as they are seen (Unicode, UAX #9, without marks
 * of direction). A line that has letters of these scripts only begins at the right; any other line
 * begins at the left. Shaping turns the letters within a word.
 */
export function visualOrder(line: string): string[] {
  if (!LETTER.test(line)) return [line]
  if (!OTHER_LETTER.test(line)) return reversed(line)
  const pieces: string[] = []
  let end = 0
  for (const { 0: part, index } of line.matchAll(PARTS)) {
    pieces.push(line.slice(end, index), ...reversed(part))
    end = index + part.length
  }
  pieces.push(line.slice(end))
  return pieces.filter((piece) => piece !== '')
}

function reversed(part: string): string[] {
  return (part.match(PIECES) ?? []).toReversed().map((piece) => MIRRORED[piece] ?? piece)
}
