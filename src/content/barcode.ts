/** The symbologies in which tills scan gift cards. */
export const BARCODES = ['CODE_128', 'CODE_39', 'EAN_13', 'QR', 'PDF_417'] as const
export type Barcode = (typeof BARCODES)[number]
