import { RE2JS, RE2JSException } from 're2js'

const PATTERN_LENGTH_MAX = 500
/** Steps that one character of a value can cost: a value of the most characters costs some 2 ms. */
const PROGRAM_SIZE_MAX = 300
/** What one of them remembers of the values it has seen grows to 8 MB at the most. */
const PATTERNS_KEPT_MAX = 100

const compiled = new Map<string, RE2JS>()

/**
 * Why a pattern cannot be taken; undefined where it can. It must be a regular expression of
 * JavaScript, so that partners can check with it, and of RE2, which reads a value in linear time:
 * no pattern of the operator lets a value of a partner hold up the service.
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

/** Whether the whole value matches a pattern that was taken. */
export function matchesPattern(pattern: string, value: string): boolean {
  let program = compiled.get(pattern)
  if (!program) {
    program = RE2JS.compile(pattern)
    if (compiled.size >= PATTERNS_KEPT_MAX) compiled.clear()
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
