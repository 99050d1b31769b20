import type { firstStepsTexts as english } from './en-first-steps.ts'
import type { Translated } from './translated.ts'

export const firstStepsTexts: Translated<typeof english> = {
  title: 'Erste Schritte',
  hide: 'Diese Schritte ausblenden',
  done: 'Erledigt',
  partner: 'Erster Partner',
  createPartner: 'Partner anlegen',
  stock: 'Erster Bestand oder Lieferant',
  importCodes: 'Codes bei einem Produkt importieren',
  addSupplier: 'Lieferanten hinzufügen',
  price: 'Erster Preis',
  setPrice: 'Preis festlegen',
  order: 'Erste Bestellung',
  awaitOrder: 'Ein Partner bestellt: Eingang ansehen',
  credential: 'API-Zugang',
  createCredential: 'API-Zugang anlegen',
  webhook: 'Adresse für Ereignisse',
  createWebhook: 'Adresse hinzufügen',
  funds: 'Guthaben',
  payIn: 'Ansehen, wohin gezahlt wird',
  placeOrder: 'Etwas bestellen',
  placeOrderByProgram: 'Wie ein Programm bestellt',
}
