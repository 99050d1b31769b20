import type { MailTexts } from './mail-template.ts'

/**
 * The texts if an operator has set none. They have no code and no wallet id, so a reader can spend
 * nothing. They have a link only for partners whose people sign in to their wallets: it leads to
 * the sign-in by a mailed code. Another link unsubscribes. The HTML loads nothing.
 */
export const DEFAULT_MAIL: MailTexts = {
  subject: '{{ partnerName }} has credited you {{ amount }}',
  text: `Hello {{ consumerName }},

{{ partnerName }} has credited {{ amount }} to your wallet.
{% if description %}
{{ description }}
{% endif %}
Your new balance is {{ newBalance }}.
{% if walletUrl %}
See it and choose gift cards:
{{ walletUrl }}
{% endif %}{% if unsubscribeUrl %}
No more of these mails:
{{ unsubscribeUrl }}
{% endif %}`,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ partnerName }}</title>
<style>
body { margin: 0; padding: 24px 12px; background: #f4f5f7; color: #1c2330;
  font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.card { max-width: 480px; margin: 0 auto; padding: 32px; background: #ffffff;
  border: 1px solid #e3e6eb; border-radius: 12px; }
.from { margin: 0 0 24px; color: #5b6473; font-size: 14px; font-weight: 600; }
.amount { margin: 4px 0 24px; font-size: 32px; font-weight: 700; line-height: 1.2; }
.why { margin: 0 0 24px; padding: 12px 16px; background: #f4f5f7; border-radius: 8px;
  white-space: pre-line; overflow-wrap: anywhere; }
.balance { margin: 0; padding-top: 16px; border-top: 1px solid #e3e6eb; color: #5b6473; }
@media (prefers-color-scheme: dark) {
  body { background: #14171c; color: #e8eaee; }
  .card { background: #1d2127; border-color: #2d333c; }
  .why { background: #14171c; }
  .balance { border-color: #2d333c; }
  .from, .balance { color: #a5adba; }
}
</style>
</head>
<body>
<div class="card">
<p class="from">{{ partnerName }}</p>
<p style="margin:0">Hello {{ consumerName }}, we have credited your wallet:</p>
<p class="amount">{{ amount }}</p>
{% if description %}<p class="why">{{ description }}</p>{% endif %}
<p class="balance">Your new balance is <strong>{{ newBalance }}</strong>.</p>{% if walletUrl %}
<p><a href="{{ walletUrl }}">See it and choose gift cards</a></p>{% endif %}{% if unsubscribeUrl %}
<p class="from"><a href="{{ unsubscribeUrl }}">No more of these mails</a></p>{% endif %}
</div>
</body>
</html>
`,
}
