import { Argument, type Command, type Option } from 'commander'
import type { Invocation } from './invocation.ts'
import { writeLine } from './terminal.ts'

/** Adds the command `completion`, which prints a script made of all commands of the program. */
export function addCompletionCommand(program: Command, { terminal }: Invocation): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText('after', EXAMPLES)
    .action((shell: keyof typeof SHELLS) => {
      const table = wordsOf(program, program.name()).map(
        ([place, words]) => `    ${quoted(place)}) echo ${quoted(words.join(' '))} ;;`,
      )
      writeLine(terminal.stdout, [TABLE, ...table, CANDIDATES, SHELLS[shell]].join('\n'))
    })
}

type Entry = readonly [place: string, words: readonly string[]]

/**
 * Returns the words that may follow the command at `place`, each of its options that takes a value,
 * and each of its subcommands.
 */
function wordsOf(command: Command, place: string): readonly Entry[] {
  const { options, commands, registeredArguments } = command
  const names = commands.map((one) => one.name())
  const choices = registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  const flags = [...options.flatMap(({ long }) => long ?? []), '--help']
  return [
    [place, [...names, ...choices, ...flags]],
    ...options.flatMap((option) => valuesOf(option, place)),
    ...commands.flatMap((one) => wordsOf(one, `${place} ${one.name()}`)),
  ]
}

/** An option without choices takes any word: then the shell completes names of files. */
function valuesOf({ long, argChoices = [], ...option }: Option, place: string): readonly Entry[] {
  const takesValue = option.required || option.optional
  return takesValue ? [[`${place} ${long ?? ''}`, argChoices]] : []
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

const TABLE = `# Prints what may follow a command or an option with a value; fails for other words.
_tessera_words() {
  case "$1" in`

/** Not named \`path\` or \`words\`: zsh has variables of these names. */
const CANDIDATES = `    *) return 1 ;;
  esac
}

# Prints what may follow the words that it is given.
_tessera_candidates() {
  local at=tessera word='' last=''
  for word in "$@"; do
    last=$word
    case "$word" in
      -*) ;;
      *) if _tessera_words "$at $word" >/dev/null; then at="$at $word"; fi ;;
    esac
  done
  case "$last" in
    -*) if _tessera_words "$at $last"; then return; fi ;;
  esac
  _tessera_words "$at"
}
`

/** If no words can follow, the shell completes names of files. */
const SHELLS = {
  bash: `_tessera() {
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=($(compgen -W "$(_tessera_candidates "\${before[@]}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tessera tessera`,
  zsh: `_tessera() {
  local -a found
  found=($(_tessera_candidates "\${(@)words[2,CURRENT-1]}"))
  if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _tessera tessera`,
}

const EXAMPLES = `
Examples:
  $ source <(tessera completion bash)      in ~/.bashrc
  $ source <(tessera completion zsh)       in ~/.zshrc, after compinit`
