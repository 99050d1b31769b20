type Settings = Readonly<Record<string, unknown>>

/**
 * `upstream` is the former name of the adapter `tessera`. A product may still name it, with the
 * settings of that time or with those of the adapter, and is stored with the present names.
 */
export function presentSupplier({
  supplier,
  settings = {},
}: {
  readonly supplier: string
  readonly settings?: Settings | undefined
}): { readonly supplier: string; readonly settings: Settings } {
  if (supplier !== 'upstream') return { supplier, settings }
  const { upstream, productId, ...others } = settings
  return {
    supplier: 'tessera',
    settings: {
      ...(upstream !== undefined && { account: upstream }),
      ...(productId !== undefined && { product: productId }),
      ...others,
    },
  }
}
