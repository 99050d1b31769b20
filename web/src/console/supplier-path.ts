/** Returns the address of the page of an account. */
export function supplierPath(supplier: string): string {
  return `/console/suppliers/accounts/${supplier}`
}
