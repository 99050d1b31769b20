/** Returns the same partners, beginning with the one after the last that was served. */
export function rotatePartners(partners: readonly number[], lastServed: number): number[] {
  const later = partners.filter((partnerId) => partnerId > lastServed)
  return [...later, ...partners.filter((partnerId) => partnerId <= lastServed)]
}
