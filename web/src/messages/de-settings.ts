import type { settingTexts as en } from './en-settings.ts'

export const settingTexts: typeof en = {
  abouts: {
    TESSERA_PORT:
      'TCP-Port, 0 für einen beliebigen freien; bei einem Worker stehen dort Zustand und Metriken',
    TESSERA_HOST: 'Adresse, an der der Dienst lauscht',
    TESSERA_ADMIN_HOST:
      'eigene Adresse der Pfade des Betreibers und der Metriken; ohne sie und ' +
      'TESSERA_ADMIN_PORT sind sie, wo alle anderen sind',
    TESSERA_ADMIN_PORT:
      'TCP-Port dieser Adresse, 0 für einen beliebigen freien; 8081, wenn nur ' +
      'TESSERA_ADMIN_HOST gesetzt ist',
    TESSERA_DATA_DIR: 'Verzeichnis des mitgelieferten PostgreSQL und der erzeugten Schlüssel',
    DATABASE_URL:
      'PostgreSQL 15 oder neuer; ohne diese Einstellung startet der mitgelieferte Server',
    TESSERA_MASTER_KEY:
      'Schlüssel aller Schlüssel; ohne ihn wird einer im Datenverzeichnis erzeugt',
    TESSERA_MASTER_KEY_PREVIOUS:
      'der vorige Hauptschlüssel, bis er ausgemustert ist; siehe den Wechsel in operations.md',
    VAULT_ADDR: 'HashiCorp Vault, das einen Hauptschlüssel der Form vault:... entpackt',
    VAULT_TOKEN: 'Token für dieses Vault',
    VAULT_NAMESPACE: 'Namensraum in diesem Vault',
    TESSERA_ADMIN_TOKEN:
      'das erste Token des Betreibers; ohne es wird eines im Datenverzeichnis erzeugt',
    TESSERA_ROLE: 'welche Arbeit dieser Prozess übernimmt',
    TESSERA_LOG_LEVEL: 'die am wenigsten schwere Zeile, die ins Log kommt',
    TESSERA_LOG_ONE_IN:
      'von so vielen Anfragen, die binnen einer Sekunde gelingen, kommt eine ins Log; alle ' +
      'anderen immer',
    TESSERA_LOG_OUTPUT:
      'wohin die Demo ihr Log schreibt: `auto` ist `demo.log` im Datenverzeichnis, wenn ' +
      'die Standardausgabe ein Terminal ist; alles andere schreibt auf die Standardausgabe',
    TESSERA_PUBLIC_URL:
      'Anfang der Links in Antworten; nötig, wo TESSERA_HOST keine Loopback-Adresse ist',
    TESSERA_CLAIM_URL:
      'Anfang der Links, die Menschen einlösen, wie sie ihn sehen: ein eigener Hostname; ' +
      'sonst die Adresse von TESSERA_CLAIM_PORT; auch Worker, die Links per E-Mail senden, ' +
      'brauchen ihn',
    TESSERA_CLAIM_HOST: 'Adresse der Seiten von Links',
    TESSERA_CLAIM_PORT:
      'TCP-Port der Seiten von Links, 0 für einen beliebigen freien, wie in der Demo; ohne ' +
      'ihn können keine Links gesendet werden',
    TESSERA_COUNTRY_HEADER:
      'Header, in dem der Proxy vor den Seiten von Links das Land des Besuchers nennt, ' +
      'etwa cf-ipcountry; für Abrufregeln',
    TESSERA_SMS_URL:
      'Anbieter von SMS für Links und ihre Codes: https://<account SID>:<auth ' +
      'token>@api.twilio.com, oder was dessen Schnittstelle spricht; jeder Prozess braucht ' +
      'ihn',
    TESSERA_SMS_FROM:
      'Absender von SMS: eine Nummer nach E.164, oder die SID eines Messaging-Dienstes',
    TESSERA_SMS_REPORTS:
      'ob der Anbieter meldet, was aus SMS wird, an den Pfad /feedback/sms von ' +
      'TESSERA_CLAIM_URL; auch für Worker zu setzen',
    TESSERA_PAY_IN_ACCOUNTS:
      'Bankkonten des Betreibers, die das Portal einzahlenden Partnern zeigt; ohne sie ' +
      'zeigt es keine',
    TESSERA_LEGAL_NAME: 'rechtlicher Name des Betreibers, auf Dokumenten',
    TESSERA_LEGAL_ADDRESS: 'Anschrift des Betreibers, auf Dokumenten',
    TESSERA_LEGAL_REGISTRATION: 'Handelsregisternummer des Betreibers, auf Dokumenten',
    TESSERA_LEGAL_TAX_ID: 'Steuernummer des Betreibers, auf Dokumenten',
    TESSERA_TRUSTED_PROXIES:
      'Netze der Load Balancer, deren `X-Forwarded-For` den Client nennt; ohne sie ist der ' +
      'Client, wer sich verbindet',
    TESSERA_REDEMPTION_URL: 'Anfang der Einlöselinks erzeugter Gutscheincodes',
    TESSERA_AUTHORIZATION_DAYS:
      'Tage, die eine Reservierung eines Händlers auf einer Karte auf ihre Abbuchung wartet',
    TESSERA_SMTP_URL:
      'Mailserver für E-Mails an Personen und Benutzer und für Alarme; auf einem anderen ' +
      'Rechner braucht er TLS, außer die URL endet auf ?requireTLS=false',
    TESSERA_MAIL_FROM: 'Absender von E-Mails',
    TESSERA_SES_TOPICS:
      'SNS-Topics, über die Amazon SES Rückläufer, Beschwerden und Zustellungen meldet, an ' +
      'den Pfad /feedback/ses von TESSERA_CLAIM_URL; auch für Worker zu setzen',
    TESSERA_MAIL_REPORT_DOMAIN:
      'Domain der Adressen, von denen E-Mails von Links und Gutschriften kommen, je E-Mail ' +
      'eine, damit Mailserver dorthin melden; für Worker zu setzen und dort, wo ' +
      'TESSERA_MAIL_REPORT_PORT gesetzt ist',
    TESSERA_MAIL_REPORT_HOST: 'Adresse von TESSERA_MAIL_REPORT_PORT',
    TESSERA_MAIL_REPORT_PORT:
      'TCP-Port, an dem Meldungen zu E-Mails per SMTP eintreffen, 0 für einen beliebigen ' +
      'freien; ohne ihn treffen keine ein',
    TESSERA_RATE_LIMIT: 'Anfragen je Sekunde und Zugang, 0 für keine Grenze',
    TESSERA_POLL_LIMIT: 'Abfragen je Sekunde, Bestellung und Zugang, 0 für keine Grenze',
    TESSERA_FAILURE_LIMIT:
      'gescheiterte Anmeldungen je Sekunde und Adresse oder Client-ID, 0 für keine Grenze',
    TESSERA_STREAMS_PER_PARTNER: 'gleichzeitige Downloads eines Partners',
    TESSERA_BATCH_UNITS: 'Stücke des größten Teilauftrags',
    TESSERA_ORDER_LINES: 'Zeilen der größten Bestellung',
    TESSERA_ORDER_UNITS: 'Stücke der größten Bestellung',
    TESSERA_QUOTE_SECONDS: 'Sekunden, für die ein Angebot Kurse und Preise festhält',
    TESSERA_SKEW_SECONDS: 'Sekunden, um die x-timestamp abweichen darf, in beide Richtungen',
    TESSERA_CLOCK_SKEW_SECONDS:
      'Sekunden, um die die Uhr dieses Rechners von der der Datenbank abweichen darf, in ' +
      'beide Richtungen',
    TESSERA_OUT_OF_STOCK_SECONDS:
      'Sekunden, die eine Bestellung OUT_OF_STOCK sein darf, bevor sie storniert wird',
    TESSERA_ON_HOLD_SECONDS:
      'Sekunden, die eine Bestellung ON_HOLD sein darf, bevor sie storniert wird',
    TESSERA_CONFIRMED_DEPOSITS:
      'Einzahlungen über diesen Beträgen brauchen `confirm`, nach Währung',
    TESSERA_RATE_GUARD_PERCENT:
      'Prozent, um die sich ein importierter Kurs bewegen darf; bei mehr wird der ganze ' +
      'Import abgelehnt',
    TESSERA_RATE_STALE_HOURS:
      'Stunden, nach denen ein benutzter Kurs einen Alarm auslöst, wenn kein anderer gilt, ' +
      '0 für keinen',
    TESSERA_BACKUP_DIR:
      'Verzeichnis der Sicherungen des mitgelieferten PostgreSQL, am besten auf einem ' +
      'anderen Datenträger; ohne es wird nichts archiviert',
    TESSERA_BACKUP_SECONDS: 'Sekunden, nach denen Geschriebenes dort spätestens archiviert ist',
    TESSERA_BACKUP_HOURS:
      'Alter der letzten Vollsicherung in Stunden, das einen Alarm auslöst; 0 heißt nie',
    TESSERA_DRILL_DAYS:
      'Alter der letzten gelungenen Übung in Tagen, das einen Alarm auslöst; 0 heißt nie',
    TESSERA_DISK_FREE_PERCENT:
      'freier Anteil eines Datenträgers des mitgelieferten PostgreSQL, unter dem ein Alarm ' +
      'ausgelöst wird; 0 heißt nie',
    TESSERA_WAITING_SECONDS:
      'Sekunden, nach denen eine Bestellung, die nicht endgültig ist, einen Alarm auslöst, ' +
      '0 für keinen',
    TESSERA_LOW_FUNDS_DAYS:
      'Tage, die das Guthaben eines Partners beim Tempo der letzten Woche reichen muss; ' +
      'weniger lösen einen Alarm aus, 0 für keinen',
    TESSERA_ALERT_MAIL:
      'Adresse, die eine E-Mail bekommt, wenn ein Alarm ausgelöst oder gelöst wird; ' +
      'braucht TESSERA_SMTP_URL',
    TESSERA_ALERT_WEBHOOK_URL:
      'Adresse, die ein signiertes POST bekommt, wenn ein Alarm ausgelöst oder gelöst wird',
    TESSERA_ALERT_WEBHOOK_SECRET: 'Geheimnis, das es signiert, nach Standard Webhooks',
    TESSERA_IMPORT_DAYS: 'Tage, die ein Import und sein Bericht aufbewahrt werden',
    TESSERA_MAIL_DAYS:
      'Tage, die E-Mails an Personen gelistet und erneut gesendet werden können, 0 für immer',
    TESSERA_RECIPIENT_DAYS:
      'Tage, die Empfänger von Bestellungen nach deren Ende aufbewahrt werden, 0 für immer',
    TESSERA_REQUEST_LOG_DAYS: 'Tage, die signierte Anfragen im Anfragenlog bleiben, 0 für kein Log',
    TESSERA_EVENT_DAYS: 'Tage, die Ereignisse gelesen werden können',
    TESSERA_WEBHOOK_HTTP: 'ob Webhooks ohne TLS gesendet werden dürfen; für Tests',
    TESSERA_WEBHOOK_PRIVATE_ADDRESSES:
      'ob Webhooks an private, Loopback- und reservierte Adressen gesendet werden dürfen; ' +
      'für Tests',
    TESSERA_WEBHOOK_ENDPOINTS: 'Webhook-Endpunkte eines Partners',
    TESSERA_WEBHOOK_ATTEMPT_DAYS: 'Tage, die Zustellversuche von Webhooks aufbewahrt werden',
    TESSERA_ADMIN_URL:
      'Anfang der Links zur Konsole, etwa in Einladungen; nötig, wo TESSERA_ADMIN_HOST ' +
      'keine Loopback-Adresse ist',
    TESSERA_ADMIN_TOKEN_USE:
      'refused: nur Benutzer und Dienst-Token handeln als Betreiber, sobald es welche gibt',
    TESSERA_SESSION_IDLE_SECONDS: 'Sekunden ohne Anfrage, nach denen ein Benutzer abgemeldet wird',
    TESSERA_SESSION_SECONDS: 'Sekunden, nach denen sich ein Benutzer erneut anmelden muss',
    TESSERA_INVITATION_HOURS: 'Stunden, die der Link einer Einladung gilt',
    TESSERA_INVITATIONS_PER_HOUR:
      'Personen, die ein Partner oder der Betreiber auf einmal einlädt, und danach in ' +
      'einer Stunde; 0 für keine Grenze',
    TESSERA_INVITATIONS_PER_DAY:
      'Personen, die ein Partner oder der Betreiber an einem Tag einladen kann; 0: ohne Grenze',
    TESSERA_SECOND_FACTOR:
      'wer vor allem anderen einen zweiten Faktor einrichten muss: niemand, Benutzer des ' +
      'Betreibers, oder auch Benutzer von Partnern; nicht, wer sich mit OpenID Connect ' +
      'anmeldet',
    TESSERA_OIDC_ISSUER:
      'OpenID-Connect-Anbieter der Benutzer des Betreibers, wie er sich nennt; braucht ' +
      'TESSERA_OIDC_CLIENT_ID und TESSERA_OIDC_CLIENT_SECRET',
    TESSERA_OIDC_CLIENT_ID: 'Client-ID dieses Dienstes dort',
    TESSERA_OIDC_CLIENT_SECRET: 'Client-Geheimnis dieses Dienstes dort',
    TESSERA_OPERATOR_PASSWORD_USE:
      'refused: Benutzer des Betreibers melden sich nur mit OpenID Connect an',
    TESSERA_OTLP_ENDPOINT:
      'Collector, der Traces und Metriken als OTLP über HTTP bekommt; ohne ihn entstehen keine',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'dasselbe, wenn TESSERA_OTLP_ENDPOINT nicht gesetzt ist',
    TESSERA_SENTINEL:
      'ob jede Gruppe von Buchungen geprüft wird wie von `ledger verify`; für Staging',
    TESSERA_TRACE_PERCENT:
      'Prozent der Traces, die exportiert werden, wenn der Absender einer Anfrage nicht ' +
      'entschieden hat',
    TESSERA_APPROVALS:
      'Arten von Handlungen, die eine zweite Person freigeben muss; siehe operate/approvals.md',
    TESSERA_APPROVAL_AMOUNTS:
      'ab dieser Summe an einem UTC-Tag braucht eine Person eine Freigabe; in anderen ' +
      'Währungen für jeden Betrag',
    TESSERA_APPROVAL_HOURS: 'Stunden, nach denen ein Antrag auf Freigabe verfällt',
    TESSERA_LINK_SECONDS: 'Sekunden, die ein Exportlink gilt',
    TESSERA_LEASE_SECONDS: 'Sekunden, nach denen ein stummer Worker ersetzt wird',
    TESSERA_DRAIN_NOTICE_SECONDS:
      'Sekunden vor einem Halt, in denen alles bedient wird und `/health/ready` für Load ' +
      'Balancer 503 ist',
    TESSERA_DRAIN_SECONDS: 'Sekunden, die ein Halt auf laufende Anfragen wartet',
    TESSERA_DB_CONNECTIONS: 'Datenbankverbindungen für Lesen und Arbeit',
    TESSERA_LEDGER_CONNECTIONS: 'Datenbankverbindungen für Gruppen von Buchungen',
    TESSERA_REPLICATION_LAG_SECONDS:
      'Sekunden, die ein Standby zurückliegen darf, bevor ein Alarm ausgelöst wird; 0 heißt nie',
  },
}
