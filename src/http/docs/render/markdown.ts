import { posix } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { codeBlock, codeTabs, isChosen, type Code } from './code.ts'
import { escapeHtml } from '../html.ts'
import type { Heading } from '../layout.ts'

/** A part of a page: the plain text below its title or a heading. */
export interface Section {
  /** Undefined for what comes before the first heading. */
  readonly heading: Heading | undefined
  readonly text: string
}

/** A page of Markdown as HTML. */
export interface RenderedPage {
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
}

/** Returns the address of a file of the project, or undefined if it is not served. */
export type AddressOf = (file: string) => string | undefined

/**
 * Renders Markdown. Links to files become links to their pages; of a file that is not served, only
 * the text stays. HTML in the text is escaped. Blocks of code in different languages, one after the
 * other, are one block with tabs.
 */
export function renderMarkdown(text: string, file: string, addressOf: AddressOf): RenderedPage {
  const md = new MarkdownIt()
  md.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>\n'
  md.renderer.rules['table_close'] = () => '</table></div>\n'
  md.renderer.rules['code_inline'] = (tokens, at) => inlineCode(tokens[at]?.content ?? '')
  md.renderer.rules['fence'] = (tokens, at) => {
    const run = tabsAt(tokens, at)
    if (!run) return codeBlock(codeOf(tokens[at]))
    return run.isFirst ? codeTabs(run.codes) : ''
  }
  const tokens = md.parse(text, {})
  const { title, headings } = addAnchors(tokens)
  for (const token of tokens) {
    if (token.type === 'inline' && token.children) {
      token.children = rewriteLinks(token.children, (href) => targetOf(href, file, addressOf))
    }
  }
  return { title: title ?? file, headings, html: md.renderer.render(tokens, md.options, {}) }
}

/** Returns code in a line. A long name may be broken after a dot and before a word in it. */
function inlineCode(text: string): string {
  const parts = text.split(/(?<=\w\.)(?=\w)|(?<=\p{Ll})(?=\p{Lu})/u)
  return `<code>${parts.map(escapeHtml).join('<wbr>')}</code>`
}

/** Returns the sections of a page, for the search. */
export function sectionsOf(text: string): { title: string; sections: readonly Section[] } {
  const tokens = new MarkdownIt().parse(text, {})
  const { title = '', headings } = addAnchors(tokens)
  const sections: Section[] = []
  const waiting = [...headings]
  let [heading, parts]: [Heading | undefined, string[]] = [undefined, []]
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag !== 'h1') {
      sections.push({ heading, text: parts.join(' ') })
      heading = waiting.shift()
      parts = []
    } else if (token.type === 'fence') {
      parts.push(token.content)
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      parts.push(plainText(token.children ?? []))
    }
  }
  return { title, sections: [...sections, { heading, text: parts.join(' ') }] }
}

/** Returns the run of blocks in different languages that a block belongs to, if there is one. */
function tabsAt(
  tokens: readonly Token[],
  at: number,
): { isFirst: boolean; codes: Code[] } | undefined {
  let start = at
  while (isPart(tokens[start - 1])) start -= 1
  let end = at
  while (isPart(tokens[end])) end += 1
  const codes = tokens.slice(start, end).map(codeOf)
  const isChoice = new Set(codes.map(({ language }) => language)).size === codes.length
  return codes.length > 1 && isChoice ? { isFirst: at === start, codes } : undefined
}

function isPart(token: Token | undefined): boolean {
  return token?.type === 'fence' && isChosen(token.info)
}

function codeOf(token: Token | undefined): Code {
  return { language: token?.info ?? '', text: token?.content ?? '' }
}

/** Gives each heading below the title an id and a link to itself. */
function addAnchors(tokens: readonly Token[]): { title: string | undefined; headings: Heading[] } {
  const earlier = new Map<string, number>()
  const headings: Heading[] = []
  let title: string | undefined
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const inline = tokens[at + 1]
    const text = plainText(inline?.children ?? [])
    if (token.tag === 'h1') title = text
    else {
      const id = uniqueId(anchorOf(text), earlier)
      token.attrSet('id', id)
      if (inline?.children) inline.children.push(linkToItself(inline, id, text))
      headings.push({ id, text, level: Number(token.tag.slice(1)) })
    }
  }
  return { title, headings }
}

/** Returns the anchor that GitHub gives a heading, so that one link works in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

function uniqueId(anchor: string, earlier: Map<string, number>): string {
  const count = earlier.get(anchor) ?? 0
  earlier.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}

function linkToItself({ constructor }: Token, id: string, text: string): Token {
  const link = Reflect.construct(constructor, ['html_inline', '', 0]) as Token
  const label = escapeHtml(`Link to ${text}`)
  link.content = ` <a class="anchor" href="#${id}" aria-label="${label}">#</a>`
  return link
}

function plainText(children: readonly Token[]): string {
  return children
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
}

function rewriteLinks(
  children: readonly Token[],
  target: (href: string) => string | undefined,
): Token[] {
  let isRemoved = false
  return children.filter((token) => {
    if (token.type === 'link_close') return !isRemoved
    if (token.type !== 'link_open') return true
    const href = target(String(token.attrGet('href')))
    isRemoved = href === undefined
    if (href !== undefined) token.attrSet('href', href)
    return !isRemoved
  })
}

/** Returns where a link in a file leads, or undefined if that is not served. */
export function targetOf(href: string, file: string, addressOf: AddressOf): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const address = addressOf(posix.join(posix.dirname(file), path))
  return address && (anchor === undefined ? address : `${address}#${anchor}`)
}
