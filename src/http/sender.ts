interface Sender {
  readonly claim?: { readonly partnerId?: number | undefined } | undefined
  readonly visited?: { readonly partnerId: number } | undefined
}

/** The partner in whose name a request is sent, before its body is read; undefined for others. */
export function partnerOf({ claim, visited }: Sender): number | undefined {
  return claim?.partnerId ?? visited?.partnerId
}
