import { createRequire } from 'node:module'
import { escapeHtml } from '../html.ts'

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(text: string, options: { language: string }): { readonly value: string }
}

// Required rather than imported: its types would add browser types to the whole project.
const require = createRequire(import.meta.url)
const hljs: Highlighter = require('highlight.js/lib/core')

/** A piece of code and its language, as a fence of Markdown names it. */
export interface Code {
  readonly language: string
  readonly text: string
  /** The text of its tab, if that is not the name of the language. */
  readonly label?: string
}

/** The name of each language on its tab. */
const LABELS: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
  php: 'PHP',
}
/** The grammar of each language that is highlighted. */
const GRAMMARS: Readonly<Record<string, unknown>> = {
  sh: require('highlight.js/lib/languages/bash'),
  js: require('highlight.js/lib/languages/javascript'),
  ts: require('highlight.js/lib/languages/typescript'),
  csharp: require('highlight.js/lib/languages/csharp'),
  go: require('highlight.js/lib/languages/go'),
  http: require('highlight.js/lib/languages/http'),
  java: require('highlight.js/lib/languages/java'),
  json: require('highlight.js/lib/languages/json'),
  php: require('highlight.js/lib/languages/php'),
  python: require('highlight.js/lib/languages/python'),
}

for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar)

/** True for a language that a reader chooses among others. */
export function isChosen(language: string): boolean {
  return language in LABELS
}

/** Returns a block of code. It can be focused, as it scrolls where it is wider than the page. */
export function codeBlock({ language, text }: Code): string {
  const html = language in GRAMMARS ? hljs.highlight(text, { language }).value : escapeHtml(text)
  return `<div class="code"><pre tabindex="0"><code>${html}</code></pre></div>\n`
}

/**
 * Returns the same example in several languages, one below the other; a script turns them into
 * tabs.
 */
export function codeTabs(codes: readonly Code[]): string {
  const tabs = codes.map((code) => {
    const label = code.label ?? LABELS[code.language] ?? code.language
    return `<div data-tab="${label}"><p class="label">${label}</p>\n${codeBlock(code)}</div>\n`
  })
  return `<div class="tabs">\n${tabs.join('')}</div>\n`
}
