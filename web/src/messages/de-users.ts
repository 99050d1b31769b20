import type { userTexts as en } from './en-users.ts'
import type { Translated } from './translated.ts'

export const userTexts: Translated<typeof en> = {
  title: 'Benutzer',
  about: 'Personen, die sich anmelden: des Betreibers, und von Partnern.',
  name: 'Name',
  email: 'E-Mail',
  of: 'Von',
  operator: 'dem Betreiber',
  partner: 'Partner',
  role: 'Rolle',
  status: 'Status',
  lastSignIn: 'Letzte Anmeldung',
  created: 'Hinzugefügt',
  never: 'nie',
  acts: 'Aktionen',
  you: 'Das sind Sie',
  invite: 'Benutzer einladen',
  inviteText:
    'Der Link wird per E-Mail gesendet, oder ohne Mailserver einmal angezeigt. Benutzer ' +
    'eines Partners werden auf der Seite des Partners eingeladen.',
  invitePartnerText:
    'Der Link wird per E-Mail gesendet, oder ohne Mailserver einmal angezeigt. Der Benutzer ' +
    'sieht nur diesen Partner.',
  invited: (email: string) => `${email} wurde eingeladen`,
  mailed: (email: string) => `${email} wurde per E-Mail eingeladen`,
  link: 'Link',
  linkText:
    'Der Link wird einmal angezeigt: Wer ihn hat, wählt das Passwort. Senden Sie ihn der Person.',
  changeRole: 'Rolle ändern',
  disable: 'Deaktivieren',
  disableText: 'Der Benutzer kann sich nicht mehr anmelden, und alle Sitzungen enden sofort.',
  enable: 'Aktivieren',
  enableText: 'Der Benutzer kann sich wieder anmelden, mit demselben Passwort.',
  revoke: 'Überall abmelden',
  revokeText: 'Alle Sitzungen des Benutzers enden sofort. Er kann sich wieder anmelden.',
  unlink: 'Anmeldung trennen',
  unlinkText:
    'Das Konto beim OpenID-Connect-Anbieter meldet den Benutzer nicht mehr an, bis er sich ' +
    'dort mit derselben bestätigten Adresse anmeldet.',
  resetPassword: 'Neues Passwort',
  resetPasswordText:
    'Der Benutzer bekommt einen Link, um ein neues Passwort zu wählen: per E-Mail, oder ohne ' +
    'Mailserver einmal hier angezeigt. Bis dahin gilt das alte. Vergewissern Sie sich, dass ' +
    'es der Benutzer ist, der fragt.',
  resetMailed: (email: string) => `Ein Link wurde an ${email} gesendet`,
  resetMade: (email: string) => `Link für ein neues Passwort von ${email}`,
  resetLinkText:
    'Der Link wird einmal angezeigt und gilt eine Stunde: Wer ihn hat, wählt das Passwort. ' +
    'Senden Sie ihn nur dem Benutzer.',
  reset: 'Zweiten Faktor zurücksetzen',
  resetText:
    'Passkeys, Authenticator-App und Wiederherstellungscodes des Benutzers gelten nicht ' +
    'mehr. Bis er einen zweiten Faktor hinzufügt, meldet das Passwort allein an. ' +
    'Vergewissern Sie sich, dass es der Benutzer ist, der fragt.',
  secondFactor: 'Zweiter Faktor',
  hasFactor: 'ja',
  hasNoFactor: 'nein',
  factorRule: {
    on: 'Alle Benutzer müssen neben dem Passwort einen zweiten Faktor haben.',
    off: 'Jeder Benutzer entscheidet selbst über einen zweiten Faktor.',
    start: 'Zweiten Faktor verlangen',
    startText:
      'Benutzer ohne zweiten Faktor müssen vor allem anderen einen Passkey oder eine ' +
      'Authenticator-App hinzufügen: bei der nächsten Anmeldung, und in offenen Sitzungen. Sie ' +
      'selbst brauchen zuerst einen. API-Zugänge sind nicht betroffen.',
    started: 'Von allen Benutzern wird jetzt ein zweiter Faktor verlangt',
    stop: 'Nicht mehr verlangen',
    stopText:
      'Benutzer dürfen sich wieder mit dem Passwort allein anmelden und ihre Faktoren entfernen.',
    stopped: 'Ein zweiter Faktor wird nicht mehr verlangt',
    ofPartner: 'Ein Inhaber dieses Partners verlangt von allen Benutzern einen zweiten Faktor.',
  },
  empty: 'Laden Sie den ersten ein.',
}
