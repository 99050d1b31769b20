import { createHash } from 'node:crypto'
import { Html, markup } from '../../core/mod.ts'
import type { Language } from '../../links/mod.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:#faf7f2;--card:#fff;--ink:#231f1b;--soft:#645c53;
--line:#231f1b1f;--clay:#a3452a;--on-clay:#fff;--failed:#a02020}
@media(prefers-color-scheme:dark){:root{--paper:#171412;--card:#221e1a;--ink:#f1ece5;
--soft:#b3aaa0;--line:#f1ece526;--clay:#e58a6c;--on-clay:#1b110d;--failed:#f08a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:40rem;margin:0 auto;padding:32px 16px 64px}
.mark{width:32px;height:32px;background:linear-gradient(135deg,var(--clay) 50%,
color-mix(in srgb,var(--clay) 45%,var(--paper)) 50%);border-radius:4px}
h1{font-size:28px;line-height:1.2;font-weight:550;margin:24px 0 8px}
h2{font-size:16px;font-weight:550;margin:32px 0 12px}
p{margin:8px 0}.soft{color:var(--soft)}.fault{color:var(--failed)}
blockquote{margin:16px 0;padding-inline-start:16px;border-inline-start:2px solid var(--clay)}
ul.list{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
ul.list li{border-bottom:1px solid var(--line)}
ul.list a,ul.list .row{display:flex;gap:12px;justify-content:space-between;align-items:center;
padding:14px 4px;color:inherit;text-decoration:none;min-height:48px}
ul.list img{width:56px;height:36px;object-fit:contain;flex:none}
ul.list .name{flex:1}ul.list a:hover .name{text-decoration:underline}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:20px;
margin:16px 0}
.value{font:500 22px/1.4 ui-monospace,"SFMono-Regular",Menlo,Consolas,monospace;
overflow-wrap:anywhere;user-select:all;margin:0 0 12px}
dt{color:var(--soft);font-size:14px}dd{margin:0}
label{display:block;margin:16px 0 4px}.check{display:flex;gap:12px;align-items:flex-start}
input[type=checkbox]{width:24px;height:24px;flex:none;accent-color:var(--clay)}
input[type=text],select{font:inherit;color:inherit;background:var(--card);padding:10px 12px;
border:1px solid var(--soft);border-radius:6px;width:100%;max-width:16rem;min-height:44px}
button,.button{font:inherit;font-weight:550;display:inline-block;min-height:44px;padding:10px 20px;
border:0;border-radius:6px;background:var(--clay);color:var(--on-clay);cursor:pointer;
text-decoration:none;margin:16px 0 8px}
button.quiet{background:none;color:inherit;border:1px solid var(--soft)}
a{color:inherit}:focus-visible{outline:3px solid var(--clay);outline-offset:2px}
.terms{white-space:pre-line;font-size:14px;max-height:16rem;overflow:auto}
@media print{form,.button,.no-print{display:none}body{background:#fff;color:#000}}
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The headers of every page of a link: nothing from elsewhere, nothing kept, nothing told. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Returns a whole page. Its title says nothing of the link. */
export function document(language: Language, body: Html): string {
  const { tag, direction } = language
  const title = language.text('title')
  return markup`<!doctype html>
<html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>${new Html(STYLE)}</style></head>
<body><main><div class="mark" aria-hidden="true"></div>${body}</main></body></html>
`.text
}
