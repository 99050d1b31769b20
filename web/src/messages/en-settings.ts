/** The purpose of each setting, by its name. Empty in English: the service has these texts. */
export const settingTexts = { abouts: {} as Readonly<Partial<Record<string, string>>> }
