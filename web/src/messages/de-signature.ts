import type { signatureTexts as en } from './en-signature.ts'
import type { Translated } from './translated.ts'

export const signatureTexts: Translated<typeof en> = {
  expected: 'Der Text, der signiert werden sollte',
  signed: 'Der Text, den der Client signiert hat',
  signedHelp:
    'Fügen Sie den Text ein, den der Client an HMAC-SHA256 gab. Er wird hier verglichen und ' +
    'nirgendwohin gesendet.',
  equal:
    'Die Texte sind gleich, also weicht der Schlüssel oder die Form der Signatur ab: Der ' +
    'Schlüssel ist das HMAC-Geheimnis als Text, nicht dekodiert, und die Signatur ist ' +
    'Standard-Base64 mit Auffüllung.',
  whole: 'Der Text',
  expectedValue: 'Erwartet',
  signedValue: 'Signiert',
  lines: {
    version: 'Version',
    method: 'Methode',
    target: 'Pfad und Query',
    timestamp: 'x-timestamp',
    clientId: 'x-client-id',
    bodyHash: 'x-body-hash',
    idempotencyKey: 'Idempotency-Key',
    nonce: 'x-nonce',
  },
  mistakes: {
    otherLineFeeds: 'Zeilen enden mit CR LF; verwenden Sie nur LF',
    lineFeedAtEnd: 'am Ende steht ein Zeilenumbruch; entfernen Sie ihn',
    otherLines: 'er hat eine andere Zahl von Zeilen',
    methodCase: 'schreiben Sie die Methode in Großbuchstaben',
    otherTimestamp:
      'signieren Sie den Wert der gesendeten Kopfzeile; lesen Sie die Uhr nicht zweimal',
    timestampForm: 'schreiben Sie UTC als 2026-01-31T12:00:00.000Z, nicht als Zahl',
    otherClientId: 'es ist die Client-ID eines anderen API-Zugangs',
    hexHash: 'kodieren Sie den Hash in Base64, nicht hexadezimal',
    urlSafeHash: 'verwenden Sie Standard-Base64 (+ und /) mit Auffüllung',
    emptyBody: 'einer von beiden ist der Hash eines leeren Inhalts',
    otherBody: 'hashen Sie die gesendeten Bytes; ein Serializer oder Proxy kann sie geändert haben',
    withoutQuery: 'die Query fehlt',
    withHost: 'signieren Sie nur Pfad und Query, ohne Schema und Host',
    other: 'er weicht ab',
  },
  checks: {
    headers: 'Eine Kopfzeile fehlt oder ist fehlerhaft',
    timestamp: 'Der Zeitstempel liegt außerhalb des Fensters',
    clientId: 'Kein API-Zugang hat diese Client-ID',
    apiKey: 'Der API-Schlüssel passt nicht zur Client-ID',
    bodyHash: 'Der Hash passt nicht zum Inhalt',
    signature: 'Die Signatur stimmt nicht',
    signatureV2: 'Die zweite Signatur stimmt nicht oder fehlt',
    credential: 'Der API-Zugang ist widerrufen oder abgelaufen',
    partner: 'Der Partner ist gesperrt',
    address: 'Der API-Zugang darf von dieser Adresse nicht verwendet werden',
    permission: 'Dem API-Zugang fehlt die Berechtigung',
    nonce: 'Die Nonce wurde schon verwendet',
  },
  next: {
    headers: 'Senden Sie die fünf Kopfzeilen, die die Seite über das Signieren nennt.',
    timestamp: 'Stellen Sie die Uhr des Clients. Signieren Sie im Moment des Sendens, in UTC.',
    clientId: 'Vergleichen Sie die Client-ID mit der Liste der API-Zugänge, und live mit test.',
    apiKey: 'Client-ID und API-Schlüssel gehören zusammen: Nehmen Sie beide von derselben Stelle.',
    bodyHash: 'Hashen Sie die gesendeten Bytes. Ein Serializer oder Proxy kann sie geändert haben.',
    signature: 'Vergleichen Sie den Text, den der Client signiert, mit dem unten.',
    signatureV2: 'Vergleichen Sie den Text, den der Client signiert, mit dem unten.',
    credential:
      'Verwenden Sie den API-Zugang, der ihn ersetzt hat, oder stellen Sie einen neuen aus.',
    partner:
      'An der Signatur ist nichts falsch. Aktivieren Sie den Partner, wenn er wieder kaufen darf.',
    address: 'Erlauben Sie die Adresse für diesen API-Zugang, oder senden Sie von einer erlaubten.',
    permission: 'Geben Sie dem API-Zugang die Berechtigung, oder verwenden Sie einen anderen.',
    nonce: 'Erzeugen Sie für jede Anfrage eine neue zufällige Nonce, auch bei Wiederholung.',
  },
}
