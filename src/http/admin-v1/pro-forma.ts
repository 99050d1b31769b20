import { invalidParameter, isFault, parseAmount, Refusal } from '../../core/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { printProForma, proFormaNumber } from '../../pay-in/mod.ts'
import { legalIdentityOf } from '../legal-identity.ts'
import { optionalAmount, required, requiredCurrency } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'

const getProForma = operatorRoute('GET /admin/v1/partners/{partnerId}/pro-forma', {
  permission: 'funds:read',
  operationId: 'getProForma',
  produces: ['application/pdf'],
  refuses: ['state_conflict'],
  summary: 'Returns a PDF with the details by which a partner pays in an amount',
  description: 'Books nothing. It is neither an invoice nor a statement of tax.',
  query: { currency: requiredCurrency(), amount: required(optionalAmount()) },
  async handle({ params, query: { currency, amount } }, { db, clock, config }) {
    const amountMinor = parseAmount(amount, currency)
    if (isFault(amountMinor)) throw invalidParameter('amount', amountMinor.fault)
    const { partnerId, name, legal, testOf } = await getPartner(db, Number(params.partnerId))
    const account = config.payInAccounts?.find((one) => one.currency === currency.code)
    if (testOf !== undefined || account === undefined) {
      const reason =
        testOf === undefined
          ? `no account for ${currency.code} is set`
          : 'play money is not paid in'
      throw new Refusal('state_conflict', `nothing can be paid in: ${reason}`)
    }
    const issuer = legalIdentityOf(config)
    const terms = { partnerId, partnerName: name, legal, issuer, account, currency, amountMinor }
    const proForma = { ...terms, printedAtMs: clock.now() }
    const pdf = await printProForma(proForma)
    const file = `${proFormaNumber(proForma)}.pdf`
    return {
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${file}"`,
      },
      body: Buffer.from(pdf),
    }
  },
})

export const proFormaRoutes = [getProForma]
