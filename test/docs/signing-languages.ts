import { spawnSync } from 'node:child_process'
import { transformSync } from 'esbuild'

/** Arguments of `sign`, with which the code of the page is executed. */
export interface Vector {
  readonly apiKey: string
  readonly clientId: string
  readonly hmacSecret: string
  readonly method: string
  readonly timestamp: string
  readonly body: string
}

/** How the code of a language is executed. */
export interface Language {
  /** The name of the language in the fences of the page. */
  readonly fence: string
  /** The command that says whether the program is installed. */
  readonly probe: readonly [string, ...string[]]
  /** Files that print the five headers of each vector, one line for each. */
  files(code: string, vectors: readonly Vector[]): Readonly<Record<string, string>>
  readonly run: string
}

const HEADERS = ['x-api-key', 'x-client-id', 'x-timestamp', 'x-body-hash', 'x-signature']

/** Returns the texts in double quotes, with escapes that every language here but PHP has. */
function quoted(texts: readonly string[]): string[] {
  return texts.map((text) =>
    JSON.stringify(text).replaceAll(
      /[^\x20-\x7e]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
}

function credentialOf({ apiKey, clientId, hmacSecret }: Vector): string {
  return quoted([apiKey, clientId, hmacSecret]).join(', ')
}

function requestOf({ method, timestamp }: Vector): string {
  return quoted([method, timestamp]).join(', ')
}

function bodyOf({ body }: Vector): string {
  return quoted([body]).join('')
}

function argumentsOf(vector: Vector, body: string): string {
  return `${credentialOf(vector)}, ${requestOf(vector)}, ${body}`
}

const LANGUAGES: readonly Language[] = [
  {
    fence: 'ts',
    probe: ['node', '--version'],
    files: (code, vectors) => ({
      'sign.mjs': `${withoutTypes(code)}\n${vectors.map(nodeCall).join('\n')}`,
    }),
    run: 'node sign.mjs',
  },
  {
    fence: 'python',
    probe: ['python3', '--version'],
    files: (code, vectors) => ({
      'sign.py': [
        code,
        ...vectors.map((vector) => {
          const call = `sign(${argumentsOf(vector, `${bodyOf(vector)}.encode()`)})`
          return `print(*[${call}[name] for name in ${JSON.stringify(HEADERS)}])`
        }),
      ].join('\n'),
    }),
    run: 'python3 sign.py',
  },
  {
    fence: 'go',
    probe: ['go', 'version'],
    files: (code, vectors) => ({
      'sign.go': code,
      'main.go': `package main
import "fmt"
func show(h map[string]string) {
  fmt.Println(${HEADERS.map((name) => `h["${name}"]`).join(', ')})
}
func main() {
${vectors.map((one) => `show(sign(${argumentsOf(one, `[]byte(${bodyOf(one)})`)}))`).join('\n')}
}`,
    }),
    run: 'go run sign.go main.go',
  },
  {
    fence: 'java',
    probe: ['java', '--version'],
    files: (code, vectors) => ({
      // The class that is executed stands first.
      'Sign.java': code.replace(
        'record Signer',
        () => `class Sign {
  static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;
  static void show(Map<String, String> h) {
    System.out.println(${HEADERS.map((name) => `h.get("${name}")`).join(' + " " + ')});
  }
  public static void main(String[] arguments) throws Exception {
    ${vectors.map(javaCall).join('\n')}
  }
}
record Signer`,
      ),
    }),
    run: 'java -XX:TieredStopAtLevel=1 -Xshare:auto Sign.java',
  },
  {
    fence: 'csharp',
    probe: ['mcs', '--version'],
    files: (code, vectors) => ({
      'Sign.cs': `${code}
class Program {
  static void Show(Dictionary<string, string> h) {
    Console.WriteLine(${HEADERS.map((name) => `h["${name}"]`).join(' + " " + ')});
  }
  static byte[] Bytes(string text) { return Encoding.UTF8.GetBytes(text); }
  static void Main() {
    ${vectors.map(sharpCall).join('\n')}
  }
}`,
    }),
    run: 'mcs Sign.cs && mono Sign.exe',
  },
  {
    fence: 'php',
    probe: ['php', '--version'],
    files: (code, vectors) => ({
      'sign.php': `<?php\n${code}\n${vectors.map(phpCall).join('\n')}`,
    }),
    run: 'php sign.php',
  },
]

/** Returns TypeScript as the JavaScript that every release of Node.js runs. */
export function withoutTypes(code: string): string {
  return transformSync(code, { loader: 'ts' }).code
}

function nodeCall(vector: Vector): string {
  const { method, timestamp, body } = vector
  const rest = JSON.stringify([method, body]).slice(1, -1)
  const call = `sign(${JSON.stringify(vector)}, ${rest}, new Date('${timestamp}'))`
  return `process.stdout.write(Object.values(${call}).join(' ') + '\\n')`
}

function javaCall(vector: Vector): string {
  const signer = `new Signer(${credentialOf(vector)})`
  return `show(${signer}.sign(${requestOf(vector)}, ${bodyOf(vector)}.getBytes(UTF_8)));`
}

function sharpCall(vector: Vector): string {
  const args = argumentsOf(vector, `Bytes(${bodyOf(vector)})`)
  return `Show(Signing.Sign(${args}));`
}

function phpCall(vector: Vector): string {
  const call = `sign(${argumentsOf(vector, bodyOf(vector))})`
  const escaped = call.replaceAll(/\\u([0-9a-f]{4})/g, String.raw`\u{$1}`)
  return `echo implode(' ', array_values(${escaped})), "\\n";`
}

/** Returns the languages whose programs are installed, and the names of the others. */
export function installedLanguages(): { installed: Language[]; missing: string[] } {
  const isInstalled = ({ probe: [program, ...args] }: Language): boolean =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0
  const installed = LANGUAGES.filter(isInstalled)
  const missing = LANGUAGES.filter((one) => !installed.includes(one)).map(({ fence }) => fence)
  return { installed, missing }
}
