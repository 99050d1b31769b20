/** The folder of package.json: above `dist/`, which holds no folders, or two above this file. */
export const PROJECT = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../', import.meta.url)
