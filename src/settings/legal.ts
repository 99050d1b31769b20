import { optionalText } from './kinds.ts'

/** The operator's legal identity for documents. Unset fields are printed as not stated. */
export const LEGAL_SETTINGS = {
  legalName: optionalText('TESSERA_LEGAL_NAME', "the operator's name by law, on documents"),
  legalAddress: optionalText('TESSERA_LEGAL_ADDRESS', "the operator's address, on documents"),
  legalRegistration: optionalText(
    'TESSERA_LEGAL_REGISTRATION',
    "the operator's number in the register of companies, on documents",
  ),
  legalTaxId: optionalText('TESSERA_LEGAL_TAX_ID', "the operator's tax number, on documents"),
} as const
