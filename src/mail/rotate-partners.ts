/** Returns the same partners, beginning after the partner that was served last. */
export function rotatePartners(partners: readonly number[], lastServed: number): number[] {
  const later = partners.filter((partnerId) => partnerId > lastServed)
  return [...later, ...partners.filter((partnerId) => partnerId <= lastServed)]
}
