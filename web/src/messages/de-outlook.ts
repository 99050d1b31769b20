import type { outlookTexts as english } from './en-outlook.ts'
import type { Translated } from './translated.ts'

export const outlookTexts: Translated<typeof english> = {
  creditLeaves: (amount: string) => `Danach kann er ${amount} ausgeben.`,
  creditBelow: (amount: string) =>
    `Danach kann er nichts ausgeben: ${amount}. Bestellungen, die noch nicht geliefert sind, können warten.`,
  spendToday: (rest: string, spent: string) =>
    `Heute (UTC) können dann noch ${rest} ausgegeben werden: ${spent} waren es bisher.`,
  spendThisMonth: (rest: string, spent: string) =>
    `In diesem Monat können dann noch ${rest} ausgegeben werden: ${spent} waren es bisher.`,
  spendNew: 'Ausgaben zählen ab dann.',
  spendFree: 'Ohne Betrag endet dieses Limit.',
  openOrders: (orders: string) =>
    orders === '1' ? '1 Bestellung dazu ist offen.' : `${orders} Bestellungen dazu sind offen.`,
  openLinks: (links: string) =>
    links === '1' ? '1 Link ist abrufbar.' : `${links} Links sind abrufbar.`,
  pays: (face: string, price: string) => `Für einen Nennwert von ${face} wird ${price} gezahlt.`,
  paysFee: (fee: string) => `Jedes Stück kostet ${fee} mehr.`,
  wouldPay: ({ name, face, today, after }) =>
    `Für ${face} zahlt ${name} heute ${today} und würde ${after} zahlen.`,
  paysTheSame: ({ name, face, today }) =>
    `Für ${face} zahlt ${name} heute ${today} und würde dasselbe zahlen.`,
  paysByRules: (name: string) => `Was ${name} für ein Stück zahlt:`,
  todayAndThen: ({ face, now, next }) => `für ${face} heute ${now}, dann ${next}`,
  everyPartner: 'Sie gilt für jeden Partner, für den keine genauere Regel gilt.',
  products: (products: string) => (products === '1' ? '1 Produkt:' : `${products} Produkte:`),
  otherRules: (rules: string) =>
    rules === '1'
      ? 'und Produkte mit einer anderen Regel oder Währung'
      : `und Produkte mit ${rules} anderen Regeln oder Währungen`,
}
