/** Returns the arguments of each command that a page of docs/operate shows, without its file. */
export function commandsOf(page: string): string[][] {
  const commands = Array.from(
    page.replaceAll(/ \\\n +/g, ' ').matchAll(/^ {4}\$ tessera (.+)$/gm),
    ([, command = '']) => command,
  )
  return commands.map((command) => argumentsOf(command.replace(/ > \S+$/, '')))
}

/** Splits at spaces, but not within quotes. */
export function argumentsOf(command: string): string[] {
  return Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, word]) => single ?? double ?? word ?? '',
  )
}
