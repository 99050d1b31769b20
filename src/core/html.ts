import { escapeHtml } from './escape-html.ts'

/** HTML that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Html | readonly Html[] | undefined

/** Returns HTML. Its parts are escaped unless they are HTML already. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + partOf(parts[at])).join(''))
}

function partOf(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'string' ? escapeHtml(part) : part.map(({ text }) => text).join('')
}
