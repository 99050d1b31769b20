import { getNonce } from 'get-nonce'

/** Matches a tag up to its style attribute, and the value of that attribute. */
const STYLED = /(<[a-z][^<>]*?\s)style\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi

/**
 * Returns the HTML of a mail for a frame in the page. The policy of the page also holds in the
 * frame: it permits style elements that have its nonce, and no style attributes. So each attribute
 * becomes a rule of a style element. What a mail loads from elsewhere is not shown.
 *
 * The HTML is not parsed as a document, because the browser would apply the policy to it, too.
 */
export function framedMail(html: string): string {
  const rules: string[] = []
  const unstyled = html.replace(STYLED, (_, tag: string, double?: string, single?: string) => {
    const style = (double ?? single ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    rules.push(`[data-style='${rules.length}'] { ${style} }`)
    return `${tag}data-style="${rules.length - 1}"`
  })
  const all = `${unstyled}<style>${rules.join('\n')}</style>`
  return all.replaceAll(/<style\b/gi, `<style nonce="${getNonce() ?? ''}"`)
}
