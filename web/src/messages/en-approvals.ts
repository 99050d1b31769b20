/** The texts of acts that a second person must approve, loaded with their pages. */
export const approvalTexts = {
  /** Descriptions of the acts, by operation. In English, the service has them. */
  abouts: {} as Readonly<Record<string, string>>,
}
