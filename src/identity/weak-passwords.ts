import type { Weakness } from './password-work.ts'

/** The number of characters that are judged. The time grows with its square. */
const JUDGED_LENGTH_MAX = 64
const PRODUCT = 'tessera'
const WORD_LENGTH_MIN = 3
/** The least score of zxcvbn: more than 10^8 guesses. */
const SCORE_MIN = 3

let judge: ReturnType<typeof loadJudge> | undefined

/** Loaded when the first password is chosen: the words take 26 MB. */
async function loadJudge() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs })
}

/**
 * Returns why a password is too easy to guess, if it is. `personalWords` are the name and address
 * of its user: parts of the password that contain them do not count.
 */
export async function weaknessOf(
  password: string,
  personalWords: readonly string[],
): Promise<Weakness | undefined> {
  judge ??= loadJudge()
  const judged = password.slice(0, JUDGED_LENGTH_MAX)
  const ownWords = ownWordsOf([PRODUCT, ...personalWords])
  const rest = ownWords.reduce((text, word) => without(text, word), judged)
  // The rest still contains their variants, such as `T3ssera`.
  const { score } = (await judge).check(rest, ownWords)
  if (score >= SCORE_MIN) return undefined
  return rest === judged ? 'common' : 'own'
}

/** Returns the words of names and addresses, in lower case, the longest first. */
function ownWordsOf(personalWords: readonly string[]): string[] {
  const words = personalWords
    .map((text) => text.toLowerCase())
    .flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= WORD_LENGTH_MIN)
  return [...new Set(words)].toSorted((one, other) => other.length - one.length)
}

/** Removes a word from a text, in upper or lower case. */
function without(text: string, word: string): string {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(literal, 'gi'), '')
}
