import { listRequired } from './levels.ts'
import type { Requirement } from './requirement.ts'

const CHAPTERS: Readonly<Record<string, string>> = {
  V1: 'Encoding',
  V2: 'Input and business rules',
  V3: 'Browser',
  V4: 'Calls',
  V5: 'Files',
  V6: 'Signing in',
  V7: 'Sessions',
  V8: 'Who may do what',
  V9: 'Signed tokens',
  V10: 'OAuth and OpenID Connect',
  V11: 'Cryptography',
  V12: 'TLS',
  V13: 'Settings and secrets',
  V14: 'Data',
  V15: 'Code and packages',
  V16: 'Logs and failures',
  V17: 'WebRTC',
}

const HEAD = `# OWASP ASVS 5.0, requirement by requirement

Each requirement of levels 1 and 2 of the [Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/) 5.0.0, in a few words of our own, and what holds it here: a test, a page for what is asked of documents or of the operator, or the reason why it does not apply or is accepted as it is. What is *open* is told at the end and counted; it fails nothing.

\`npm test\` fails when a requirement has no entry, when a test or a page that is named is not there, and when this page is out of date: \`node scripts/asvs/check-asvs.ts --write\` writes it from \`scripts/asvs/\`. That the tests pass is another part of the gate.`

/** The page in docs, from the entries. */
export function renderPage(
  entries: readonly Requirement[],
  required: ReadonlyMap<string, number> = listRequired(),
): string {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const known = [...required].flatMap(([id, level]) => {
    const entry = byId.get(id)
    return entry === undefined ? [] : [{ level, ...entry }]
  })
  const open = known.filter(({ open: missing }) => missing !== undefined)
  const excepted = known.filter(({ exception }) => exception !== undefined)
  const held = known.length - open.length - excepted.length
  const count = `${known.length} requirements: ${held} held, ${excepted.length} that do not apply or are accepted, ${open.length} open.`
  const tables = [...Map.groupBy(known, ({ id }) => id.split('.')[0] ?? '')].map(([chapter, own]) =>
    [
      `## ${chapter} ${CHAPTERS[chapter] ?? ''}`.trimEnd(),
      '',
      '| | Level | What | Held by |',
      '| --- | --- | --- | --- |',
      ...own.map(
        (entry) => `| ${entry.id} | ${entry.level} | ${cell(entry.what)} | ${holders(entry)} |`,
      ),
    ].join('\n'),
  )
  const list = open.map(
    ({ id, level, open: missing = '' }) => `- **${id}** (level ${level}): ${missing}`,
  )
  const end = ['## Open', '', ...(list.length > 0 ? list : ['Nothing.'])].join('\n')
  return `${[HEAD, count, ...tables, end].join('\n\n')}\n`
}

function holders({ tests = [], docs = [], exception, open }: Requirement): string {
  const parts = [
    ...tests.map((test) => {
      const [file = '', title = ''] = test.split(' › ')
      return `\`${file}\`: ${cell(title)}`
    }),
    ...docs.map((doc) => `[${cell(doc)}](${doc.startsWith('docs/') ? doc.slice(5) : `../${doc}`})`),
    ...(exception === undefined ? [] : [`*Exception:* ${cell(exception)}`]),
    ...(open === undefined ? [] : ['*Open*, see the end']),
  ]
  return parts.join('<br>')
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;')
}
