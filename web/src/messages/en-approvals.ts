/** The texts of acts that a second person must approve, loaded with their pages. */
export const approvalTexts = {
  /** Descriptions of the acts, by the English text of the service. */
  abouts: {} as Readonly<Record<string, string>>,
}
