import { RE2JS, RE2JSException } from 're2js'

const PATTERN_LENGTH_MAX = 500
/** The most instructions of a compiled pattern: with them, the longest value takes some 2 ms. */
const PROGRAM_SIZE_MAX = 300
/** The cache of one compiled pattern grows to 8 MB at most. */
const PATTERNS_CACHED_MAX = 100

const compiled = new Map<string, RE2JS>()

/**
 * Returns why a pattern is not accepted, or undefined. It must be a regular expression of
 * JavaScript, so that partners can use it, and of RE2. RE2 matches in linear time, so no pattern
 * lets a partner's value block the service.
 */
export function patternFault(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > PATTERN_LENGTH_MAX) {
    return `must have 1 to ${PATTERN_LENGTH_MAX} characters`
  }
  if (!isJavaScript(pattern)) return 'must be a regular expression'
  const program = compile(pattern)
  if (!program)
    return 'must be a regular expression of RE2: no lookaround, no backreference, no \\u'
  if (program.programSize() > PROGRAM_SIZE_MAX) return 'repeats too much'
  return undefined
}

/** True if an accepted pattern matches the whole value. */
export function matchesPattern(pattern: string, value: string): boolean {
  let program = compiled.get(pattern)
  if (!program) {
    program = RE2JS.compile(pattern)
    if (compiled.size >= PATTERNS_CACHED_MAX) compiled.clear()
    compiled.set(pattern, program)
  }
  return program.testExact(value)
}

function isJavaScript(pattern: string): boolean {
  try {
    return RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}
