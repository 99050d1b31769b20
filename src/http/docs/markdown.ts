import { posix } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from './layout.ts'

/** A page of Markdown as HTML. */
export interface Rendered {
  readonly title: string
  readonly html: string
}

/** Returns the address of a file of the project, or undefined if it is not served. */
export type AddressOf = (file: string) => string | undefined

/**
 * Renders Markdown. Links to files become links to their pages; of a file that is not served, only
 * the text stays. HTML in the text is escaped.
 */
export function renderMarkdown(text: string, file: string, addressOf: AddressOf): Rendered {
  const md = new MarkdownIt()
  md.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>\n'
  md.renderer.rules['table_close'] = () => '</table></div>\n'
  md.renderer.rules['fence'] = (tokens, at) => codeBlock(tokens[at]?.content ?? '')
  const tokens = md.parse(text, {})
  const ids = new Map<string, number>()
  let title = file
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const inline = tokens[at + 1]
      const plain = plainText(inline?.children ?? [])
      if (token.tag === 'h1') title = plain
      else addAnchor(token, plain, { inline, ids })
    } else if (token.type === 'inline' && token.children) {
      token.children = rewriteLinks(token.children, (href) => targetOf(href, file, addressOf))
    }
  }
  return { title, html: md.renderer.render(tokens, md.options, {}) }
}

/** Returns a block of code. It can be focused, as it scrolls where it is wider than the page. */
function codeBlock(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`
}

/** Returns the anchor that GitHub gives a heading, so that one link works in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

function addAnchor(
  heading: Token,
  plain: string,
  { inline, ids }: { inline: Token | undefined; ids: Map<string, number> },
): void {
  const anchor = anchorOf(plain)
  const earlier = ids.get(anchor) ?? 0
  ids.set(anchor, earlier + 1)
  const id = earlier === 0 ? anchor : `${anchor}-${earlier}`
  heading.attrSet('id', id)
  if (!inline?.children) return
  const link = Object.assign(newToken(inline, 'html_inline'), {
    content: ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`,
  })
  inline.children.push(link)
}

function newToken({ constructor }: Token, type: string): Token {
  return Reflect.construct(constructor, [type, '', 0]) as Token
}

function plainText(children: readonly Token[]): string {
  return children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
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

function targetOf(href: string, file: string, addressOf: AddressOf): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const address = addressOf(posix.join(posix.dirname(file), path))
  return address && (anchor === undefined ? address : `${address}#${anchor}`)
}
