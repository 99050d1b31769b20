import { Html, markup } from '../core/mod.ts'
import type { Mail } from '../mail/mod.ts'
import { leftOf, type Link } from './link.ts'
import type { Brand } from './brand.ts'
import type { Language } from './language.ts'
import type { Recipient } from './recipient.ts'

/** The data for every mail to a person. */
interface MailParts {
  readonly recipient: { readonly name: string | undefined; readonly email: string }
  readonly brand: Pick<Brand, 'sender'> & Partial<Brand>
  readonly language: Language
  /** The base of the pages of links, for the address of a logo. */
  readonly base?: string
  readonly key: string
}

/** The data for a mail that brings a link, or reminds of it. */
export interface LinkMailParts extends MailParts {
  readonly link: Link
  readonly recipient: Recipient & { readonly email: string }
  readonly brand: Brand
  readonly isReminder: boolean
  /** The address of the link. */
  readonly url: string
  readonly unsubscribeUrl: string
}

const STYLE = `
body{margin:0;padding:32px 16px;background:#faf7f2;color:#231f1b;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.sheet{max-width:480px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e4dfd8;
border-radius:8px}
.soft{color:#645c53;font-size:14px}
h1{font-size:24px;line-height:1.25;font-weight:600;margin:0 0 8px}
blockquote{margin:16px 0;padding-inline-start:16px;border-inline-start:2px solid #a3452a;
white-space:pre-line;overflow-wrap:anywhere}
a.go{display:inline-block;margin:16px 0;padding:12px 24px;background:#a3452a;color:#fff;
font-weight:600;text-decoration:none;border-radius:6px}
p.code{font:600 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px}
@media(prefers-color-scheme:dark){body{background:#171412;color:#f1ece5}
.sheet{background:#221e1a;border-color:#3a342e}.soft{color:#b3aaa0}
blockquote{border-color:#e58a6c}a.go{background:#e58a6c;color:#1b110d}}
`

/** Returns the mail that brings a link, or reminds of it. It loads nothing but a logo of ours. */
export function composeLinkMail(parts: LinkMailParts): Mail {
  const { link, isReminder, recipient, brand, language, url, unsubscribeUrl } = parts
  const { text } = language
  const { sender, message } = brand
  const amount = language.amount(isReminder ? leftOf(link) : link.amountMinor, link.currency)
  const date = language.instant(link.claimByMs)
  const { name } = recipient
  const title = isReminder
    ? text('mailWaits', { sender, amount })
    : text('from', { sender, amount })
  const hello = brand.greeting ?? (name === undefined ? undefined : text('hello', { name }))
  const until = text('claimBy', { date, sender })
  const [keep, stop] = [text('mailKeep'), text('unsubscribe')]
  const stopLine = isReminder ? `${stop}: ${unsubscribeUrl}` : undefined
  const lines = [hello, `${title}.`, message, `${text('choose')}:\n${url}`, until, keep, stopLine]
  const html = markup`${hello && markup`<p class="soft" dir="auto">${hello}</p>`}<h1>${title}</h1>
${message && markup`<blockquote dir="auto">${message}</blockquote>`}
<p><a class="go" href="${url}">${text('choose')}</a></p><p>${until}</p>
<p class="soft">${keep}</p>
${isReminder ? markup`<p class="soft"><a href="${unsubscribeUrl}">${stop}</a></p>` : undefined}`
  return {
    ...mailOf(parts, { title, subject: isReminder ? title : brand.subject, lines, html }),
    unsubscribeUrl: isReminder ? unsubscribeUrl : undefined,
  }
}

/** The parts of a mail that brings a code. */
interface CodeMailParts extends MailParts {
  readonly title: string
  readonly code: string
  readonly untilMs: number
}

/** Returns the mail that brings a code. The subject lacks it: locked screens show subjects. */
export function composeCodeMail(parts: CodeMailParts): Mail {
  const { title, language, code, untilMs } = parts
  const until = language.text('mailCodeUntil', { date: language.instant(untilMs) })
  const html = markup`<h1>${title}</h1><p class="code" dir="ltr">${code}</p><p>${until}</p>`
  return mailOf(parts, { title, lines: [`${title}:`, code, until], html })
}

interface MailContent {
  readonly title: string
  /** The subject; by default the title. */
  readonly subject?: string | undefined
  /** The mail in plain text. */
  readonly lines: readonly (string | undefined)[]
  readonly html: Html
}

function mailOf(
  { recipient, brand, language, base = '', key }: MailParts,
  { title, subject = title, lines, html }: MailContent,
): Mail {
  const { tag, direction, text } = language
  const { name = '', email } = recipient
  const { sender, replyTo, logoImageId } = brand
  const logo =
    logoImageId &&
    markup`<p><img class="logo" alt="${sender}" src="${base}/images/${logoImageId}"></p>
`
  const whole = markup`<!doctype html>
<html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${text('title')}</title>
<style>${new Html(STYLE + colorsOf(brand))}</style></head><body><div class="sheet" role="main">
${logo}${html}
</div></body></html>
`
  return {
    key,
    to: { name, address: email },
    senderName: sender,
    replyTo,
    subject,
    text: `${lines.filter((line) => line !== undefined).join('\n\n')}\n`,
    html: whole.text,
  }
}

/** Returns the CSS for the logo and the colors of a template. */
function colorsOf({ colors, logoImageId }: MailParts['brand']): string {
  const logo = logoImageId === undefined ? '' : LOGO_STYLE
  const { accent, onAccent, paper } = colors ?? {}
  const button =
    accent === undefined
      ? ''
      : `a.go{background:${accent};color:${onAccent}}blockquote{border-color:${accent}}\n`
  const light = '@media(prefers-color-scheme:light)'
  return logo + button + (paper === undefined ? '' : `${light}{body{background:${paper}}}\n`)
}

/** Gives the logo a light background, so that one made for white paper is visible in dark mode. */
const LOGO_STYLE = `img.logo{max-height:48px;max-width:200px;padding:4px;background:#fff;
border-radius:4px}
`
