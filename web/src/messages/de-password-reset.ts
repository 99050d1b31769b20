import type { passwordResetTexts as en } from './en-password-reset.ts'
import type { Translated } from './translated.ts'

export const passwordResetTexts: Translated<typeof en> = {
  title: 'Neues Passwort',
  about:
    'Geben Sie Ihre E-Mail-Adresse ein, und ein Link für ein neues Passwort wird dorthin ' +
    'gesendet.',
  email: 'E-Mail',
  ask: 'Link senden',
  asked: (email: string) =>
    `Wenn ein Benutzer mit Passwort die Adresse ${email} hat, ist ein Link unterwegs. Er ` +
    'gilt eine Stunde. Kommt nichts an, sehen Sie im Spam-Ordner nach, oder fragen Sie, wer ' +
    'die Benutzer verwaltet.',
  otherAddress: 'Andere Adresse, oder erneut senden',
  noMail:
    'Dieser Dienst sendet keine E-Mails. Wer die Benutzer verwaltet, kann Ihnen einen Link ' +
    'für ein neues Passwort geben.',
  oidcOnly: 'Sie haben hier kein Passwort. Melden Sie sich an wie bei Ihren anderen Anwendungen.',
  choose:
    'Wählen Sie ein neues Passwort. Sie werden dann überall abgemeldet und melden sich damit an.',
  password: 'Neues Passwort',
  passwordHelp: '12 bis 256 Zeichen, nicht leicht zu erraten',
  submit: 'Passwort festlegen',
  done: 'Ihr Passwort ist geändert. Melden Sie sich damit an.',
  again: 'Einen weiteren Link anfragen',
  signIn: 'Zurück zur Anmeldung',
}
