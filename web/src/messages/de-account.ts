import type { accountTexts as en } from './en-account.ts'
import type { Translated } from './translated.ts'

export const accountTexts: Translated<typeof en> = {
  title: 'Ihr Konto',
  password: 'Passwort',
  passwordAbout: 'Ein neues Passwort meldet Sie überall sonst ab.',
  changePassword: 'Passwort ändern',
  currentPassword: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',
  newPasswordHelp: 'Mindestens 12 Zeichen.',
  changed: 'Das Passwort wurde geändert',
  passkeys: 'Passkeys',
  passkeysAbout:
    'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ' +
    'ohne Passwort und Code. Keine andere Website kann ihn verwenden.',
  passkeysNotHere:
    'Dieser Browser hat unter dieser Adresse keine Passkeys. Sie brauchen einen Hostnamen: ' +
    'Öffnen Sie die Seite auf Ihrem eigenen Rechner unter localhost.',
  passkeyName: 'Name',
  passkeyNameHelp: 'Zur Unterscheidung: Wo wird er aufbewahrt?',
  added: 'Hinzugefügt',
  never: 'nie',
  addPasskey: 'Passkey hinzufügen',
  addPasskeyText:
    'Ihr Browser fragt, wo er aufbewahrt werden soll. Danach reicht Ihr Passwort allein nicht ' +
    'mehr zur Anmeldung.',
  passkeyAdded: 'Der Passkey wurde hinzugefügt',
  rename: 'Umbenennen',
  removePasskey: 'Entfernen',
  removePasskeyText:
    'Sie können sich damit nicht mehr anmelden. Ihr Gerät zeigt ihn eventuell weiter an, bis ' +
    'Sie ihn dort entfernen.',
  app: 'Authenticator-App',
  noApp: 'Es ist keine Authenticator-App eingerichtet.',
  off:
    'Ihr Passwort allein meldet Sie an. Eine Authenticator-App auf Ihrem Telefon schützt das ' +
    'Konto.',
  onSince: 'Die Anmeldung mit Passwort verlangt einen Code Ihrer App. Eingerichtet am',
  codesLeft: (count: number) =>
    count === 1
      ? '1 Wiederherstellungscode ist übrig.'
      : `${count} Wiederherstellungscodes sind übrig.`,
  setUp: 'Authenticator-App einrichten',
  replace: 'Andere App verwenden',
  remove: 'App entfernen',
  removeText: 'Ihre Codes gelten nicht mehr.',
  removeLastText:
    'Ihr Passwort allein meldet Sie dann an, und die Wiederherstellungscodes gelten nicht mehr.',
  renew: 'Neue Wiederherstellungscodes',
  renewText: 'Ihre bisherigen Wiederherstellungscodes gelten nicht mehr.',
  scan:
    'Scannen Sie das Bild mit Ihrer Authenticator-App, oder geben Sie dort den ' +
    'Einrichtungsschlüssel ein.',
  picture: 'QR-Code für die Authenticator-App',
  setupKey: 'Einrichtungsschlüssel',
  code: 'Code, den die App jetzt zeigt',
  confirm: 'Bestätigen',
  cancel: 'Abbrechen',
  confirmed: 'Die Authenticator-App ist in Betrieb',
  codes: 'Wiederherstellungscodes',
  newCodes: 'Neue Wiederherstellungscodes',
  codesText:
    'Sie werden nur einmal angezeigt. Jeder meldet einmal an, wenn Ihr Gerät nicht zur Hand ' +
    'ist. Bewahren Sie sie sicher auf.',
  sessions: 'Wo Sie angemeldet sind',
  device: 'Browser',
  unknownDevice: 'unbekannt',
  address: 'Adresse',
  signedIn: 'Angemeldet',
  lastUsed: 'Zuletzt verwendet',
  acts: 'Aktionen',
  current: 'Diese Sitzung',
  revoke: 'Abmelden',
  revokeText: 'Die Sitzung endet sofort.',
  revokeOthers: 'Überall sonst abmelden',
  revokeOthersText: 'Alle Ihre anderen Sitzungen enden sofort.',
}
