import { createHash } from 'node:crypto'
import { Html, markup } from '../../core/mod.ts'
import type { Brand, Language, MessageName } from '../../links/mod.ts'
import { CARD_SCRIPT_PATH } from './card-script.ts'
import type { PageReply } from './page-reply.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:#faf7f2;--card:#fff;--ink:#231f1b;--soft:#645c53;
--line:#231f1b1f;--clay:#a3452a;--on-clay:#fff;--failed:#a02020;--focus:var(--clay)}
@media(prefers-color-scheme:dark){:root{--paper:#171412;--card:#221e1a;--ink:#f1ece5;
--soft:#b3aaa0;--line:#f1ece526;--clay:#e58a6c;--on-clay:#1b110d;--failed:#f08a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);overflow-wrap:break-word;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:40rem;margin:0 auto;padding:32px 16px 64px}
.mark{width:32px;height:32px;background:linear-gradient(135deg,var(--clay) 50%,
color-mix(in srgb,var(--clay) 45%,var(--paper)) 50%);border-radius:4px}
.mark,.logo{margin-bottom:16px}.soft{font-variant-numeric:tabular-nums}
.logo{display:block;max-width:200px;max-height:56px;background:#fff;padding:4px;border-radius:4px}
h1{font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere;font-weight:550;margin:24px 0 8px}
h1.said{font-size:1.25rem;line-height:1.4}
.sum{display:block;font-size:2.75rem;line-height:1.2;font-variant-numeric:tabular-nums}
h2{font-size:1.25rem;font-weight:550;margin:32px 0 12px}
p{margin:8px 0}.soft{color:var(--soft)}.fault{color:var(--failed)}
blockquote{margin:16px 0;padding-inline-start:16px;border-inline-start:2px solid var(--clay)}
ul.list{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
ul.list li{border-bottom:1px solid var(--line)}
ul.list a,ul.list .row{display:flex;gap:12px;justify-content:space-between;align-items:center;
padding:14px 4px;color:inherit;text-decoration:none;min-height:48px}
.list span{font-variant-numeric:tabular-nums}.out,.cancelled{color:var(--failed)}
.choices{list-style:none;margin:16px 0;padding:0;display:grid;gap:20px 12px;
grid-template-columns:repeat(auto-fill,minmax(min(8.25rem,100%),1fr))}
.choices a{display:block;color:inherit;text-decoration:none;height:100%}
.choices a:hover .name{text-decoration:underline}
.choices .name{display:block;font-weight:550;line-height:1.3;margin:8px 0 2px;
overflow-wrap:anywhere}
.choices .soft{font-size:.875rem}.gone .picture{filter:grayscale(1);opacity:.55}
.picture{display:block;width:100%;height:auto;aspect-ratio:8/5;object-fit:cover;border-radius:8px;
outline:1px solid var(--line);outline-offset:-1px}
.picture path+path{fill:#0003}.picture text{fill:#fff;font-size:1.4px;font-weight:550;
text-anchor:middle;letter-spacing:.06px}
.head .picture{max-width:12rem;margin-top:8px}.head h1{margin-top:16px}
.field{display:flex;flex-wrap:wrap;gap:8px}.field input{flex:1 1 8rem;max-width:none}
.field button{margin:0}
.pages{display:flex;gap:24px}
ul.list .name{flex:1;min-width:0;overflow-wrap:anywhere}
ul.list a:hover .name{text-decoration:underline}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:20px;
margin:16px 0}
.value{font:500 1.375rem/1.4 ui-monospace,"SFMono-Regular",Menlo,Consolas,monospace;
overflow-wrap:anywhere;user-select:all;display:block}
dt{color:var(--soft);font-size:.875rem}
label{display:block;margin:16px 0 4px}.check{display:flex;gap:12px;align-items:flex-start}
input[type=checkbox]{width:24px;height:24px;flex:none;accent-color:var(--clay)}
input:not([type=checkbox]),select{font:inherit;color:inherit;background:var(--card);
padding:10px 12px;border:1px solid var(--soft);border-radius:6px;width:100%;max-width:16rem;
min-height:44px}
button,.button{font:inherit;font-weight:550;display:inline-block;min-height:44px;padding:10px 20px;
border:0;border-radius:6px;background:var(--clay);color:var(--on-clay);cursor:pointer;
text-decoration:none;margin:16px 0 8px}
button.quiet{background:none;color:inherit;border:1px solid var(--soft)}
a{color:inherit}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.terms{white-space:pre-line;font-size:.875rem;max-height:16rem;overflow:auto}
dl{margin:0}dd{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;
justify-content:space-between;margin:0 0 16px}dd button.quiet{margin:0;padding:8px 16px}
[hidden]{display:none}
.bars,.qr{display:block;background:#fff;border-radius:4px;width:100%;height:auto;margin:0 0 12px}
.bars{max-width:24rem}.qr{max-width:14rem}
@page{margin:20mm}
@media print{form,.button,button,.no-print{display:none}
:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#0003;--clay:#a3452a}
main{padding:0}.card{break-inside:avoid;border-color:#000}main{break-after:page}}
`

function hashOf(style: string): string {
  return createHash('sha256').update(style).digest('base64')
}

const STYLE_HASH = hashOf(STYLE)

/**
 * The headers of every page of a link: it loads nothing from elsewhere, is not cached, and sends no
 * referrer.
 */
export function pageHeaders({ hasScript = false, brand }: PageParts = {}): Readonly<
  Record<string, string>
> {
  const colors = brandStyle(brand)
  const styles = colors === '' ? [STYLE_HASH] : [STYLE_HASH, hashOf(colors)]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${styles.map((one) => `'sha256-${one}'`).join(' ')}`,
      // This host serves one script, and images, which no browser executes.
      ...(hasScript ? ["script-src 'self'"] : []),
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const SCRIPT = new Html(`<script src="${CARD_SCRIPT_PATH}" defer></script>`)

/** The parts of a page besides its body. */
export type PageParts = Pick<PageReply, 'hasScript'> & {
  readonly brand?: Brand | undefined
  /** The title, which says nothing of the person. */
  readonly title?: MessageName
}

function root(...rules: readonly string[]): string {
  return `:root{${rules.join(';')}}`
}

/**
 * Returns the colors of a template. Their contrast with the texts was checked. In the dark theme
 * the background stays ours, and the focus ring has the color of the text.
 */
function brandStyle(brand: Brand | undefined): string {
  const { accent, onAccent, paper } = brand?.colors ?? {}
  return [
    accent === undefined
      ? ''
      : root(`--clay:${accent}`, `--on-clay:${onAccent}`, '--focus:var(--ink)'),
    paper === undefined
      ? ''
      : `@media screen and (prefers-color-scheme:light){${root(`--paper:${paper}`)}}`,
  ].join('')
}

/** Returns a whole page. */
export function document(
  language: Language,
  body: Html,
  { hasScript, brand, title = 'title' }: PageParts = {},
): string {
  const { tag, direction } = language
  const style = brandStyle(brand)
  const colors = style === '' ? undefined : markup`<style>${new Html(style)}</style>`
  const logo = brand?.logoImageId
  const mark =
    logo === undefined
      ? markup`<div class="mark" aria-hidden="true"></div>`
      : markup`<img class="logo" alt="${brand?.sender}" src="/images/${logo}">`
  const script = hasScript ? SCRIPT : undefined
  return markup`<!doctype html>
<html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><title>${language.text(title)}</title>
<style>${new Html(STYLE)}</style>${colors}${script}</head>
<body><main>${mark}${body}</main></body></html>
`.text
}
