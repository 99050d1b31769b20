export function checkSpec(
  file?: string,
  seed?: string,
): Promise<{ readonly ok: boolean; readonly output: string }>
