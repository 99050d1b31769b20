import type { faultTexts as en } from './en-faults.ts'
import type { Translated } from './translated.ts'

export const faultTexts: Translated<typeof en> = {
  words: {
    ECONNREFUSED: 'Die Verbindung wurde abgelehnt',
    ECONNRESET: 'Die Verbindung endete vor einer Antwort',
    EHOSTUNREACH: 'Der Rechner ist nicht erreichbar',
    ENETUNREACH: 'Das Netz ist nicht erreichbar',
    ENOTFOUND: 'Den Hostnamen gibt es nicht',
    EAI_AGAIN: 'Der Hostname ließ sich nicht auflösen',
    EPIPE: 'Die Verbindung endete vor einer Antwort',
    ETIMEDOUT: 'keine Verbindung in der vorgesehenen Zeit',
    'the host name was not found': 'Den Hostnamen gibt es nicht',
    'the host name could not be resolved': 'Der Hostname ließ sich nicht auflösen',
    'the connection was refused': 'Die Verbindung wurde abgelehnt',
    'the connection was closed before a response': 'Die Verbindung endete vor einer Antwort',
    'the host cannot be reached': 'Der Rechner ist nicht erreichbar',
    'the network cannot be reached': 'Das Netz ist nicht erreichbar',
    'the certificate has expired': 'Das Zertifikat ist abgelaufen',
    'the certificate is self-signed': 'Das Zertifikat ist selbst signiert',
    'the chain of certificates is incomplete': 'Die Kette der Zertifikate ist unvollständig',
    'the certificate is not for this host name': 'Das Zertifikat gilt nicht für diesen Hostnamen',
    'redirects are not followed': 'Weiterleitungen wird nicht gefolgt',
    'no connection within # s': 'keine Verbindung binnen # s',
    'no response within # s': 'keine Antwort binnen # s',
    'no response': 'keine Antwort',
    'the supplier has no picture of it': 'Der Lieferant hat kein Bild davon',
    "the supplier's file is not a picture": 'Die Datei des Lieferanten ist kein Bild',
    'the picture is not at an https address': 'Das Bild hat keine https-Adresse',
    'the picture was answered by #': 'Die Antwort war #',
    'there was no response': 'keine Antwort',
    'unknown fault': 'unbekannter Fehler',
    'no answer': 'keine Antwort',
    'no answer in time': 'keine Antwort in der vorgesehenen Zeit',
    'no connection in time': 'keine Verbindung in der vorgesehenen Zeit',
    'no free connection in time': 'keine freie Verbindung in der vorgesehenen Zeit',
    'the answer does not end': 'Die Antwort endet nicht',
    'the answer is too large': 'Die Antwort ist zu groß',
    'it could not be sent in time': 'nicht rechtzeitig gesendet',
    'the supplier said that there were too many requests':
      'Der Lieferant meldete zu viele Anfragen',
    'our own limit of requests in a minute is reached':
      'Unsere eigene Grenze der Anfragen je Minute ist erreicht',
    'its outcome is not known, and shows there only later':
      'Der Ausgang ist nicht bekannt und zeigt sich dort erst später',
    'it may still be worked on, and is sent again only then':
      'Daran wird vielleicht noch gearbeitet; erst danach wird es noch einmal gesendet',
    'its outcome is not known, and nothing finds it there':
      'Der Ausgang ist nicht bekannt, und dort findet ihn nichts',
    '# of # are there': '# von # sind da',
    'taken back after it was done, when people may have # unit of it':
      'zurückgenommen, nachdem es erledigt war: # Stück kann schon ausgegeben sein',
    'taken back after it was done, when people may have # units of it':
      'zurückgenommen, nachdem es erledigt war: # Stück können schon ausgegeben sein',
    'the supplier says REFUNDED': 'Der Lieferant meldet REFUNDED',
    'the supplier says FAILED': 'Der Lieferant meldet FAILED',
    'whether it was taken back is not known': 'Ob es zurückgenommen wurde, ist nicht bekannt',
    'its token has ended': 'Das Token ist abgelaufen',
    'not reachable': 'nicht erreichbar',
    'no token': 'kein Token',
    'the catalog cannot be read': 'Der Katalog ist nicht lesbar',
    'the catalog does not end': 'Der Katalog endet nicht',
    'the process ends': 'Der Prozess endet',
  },
}
