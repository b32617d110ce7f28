/** A file as somebody uploads it in place of an invoice. */
export interface HostileFile {
  how: string
  content: Buffer
}

const SCRIPT = '<script>window.top.__ran = true</script>'
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`
const MOST = 2 * 1024 * 1024

/** Files that are no PDF; the shop keeps none of them. */
export function filesToRefuse(): HostileFile[] {
  const texts: [how: string, text: string][] = [
    ['nothing', ''],
    ['an SVG with a script', SVG],
    ['a page', HTML],
    ['a page that names itself a PDF', `<!-- application/pdf -->${HTML}`],
    ['XML with an entity', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    ['a PDF without its end', '%PDF-1.7\nhello'],
    ['the end of a PDF', 'hello\n%%EOF\n'],
    ['a PDF behind 2 KB of a page', `${HTML}${' '.repeat(2_048)}%PDF-1.7\n%%EOF\n`],
    ['a PDF with 2 KB of a page behind', `%PDF-1.7\n%%EOF\n${HTML}${' '.repeat(2_048)}`],
    ['a program', '\u007FELF\u0002\u0001\u0001'],
    ['an archive', 'PK\u0003\u0004'],
    ['a PDF that is too large', `%PDF-1.7\n${'x'.repeat(MOST)}\n%%EOF\n`],
  ]
  return texts.map(([how, text]) => ({ how, content: Buffer.from(text, 'latin1') }))
}

/** Files that are a PDF as well: what they hold besides must never run. */
export function filesOfTwoKinds(): HostileFile[] {
  const texts: [how: string, text: string][] = [
    ['a page and a PDF', `${HTML}\n%PDF-1.7\n1 0 obj<<>>endobj\n${HTML}\n%%EOF\n`],
    ['an SVG and a PDF', `${SVG}<!--\n%PDF-1.7\n%%EOF\n-->`],
    [
      'a PDF with JavaScript',
      '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>/AA<</O<</S/URI/URI(https://evil.example)>>>>>>endobj\n%%EOF\n',
    ],
  ]
  return texts.map(([how, text]) => ({ how, content: Buffer.from(text, 'latin1') }))
}

/** What is wrong with the headers under which a stored file is served; none: a browser only saves it. */
export function findServingProblems(headers: NodeJS.Dict<string | string[]>): string[] {
  const of = (name: string) => String(headers[name] ?? '')
  const rules: [holds: boolean, problem: string][] = [
    [of('content-type') === 'application/pdf', `the type is ${of('content-type')}`],
    [of('content-disposition').startsWith('attachment'), 'it is shown in place of saved'],
    [!/[\r\n]/.test(of('content-disposition')), 'its name breaks the header'],
    [of('x-content-type-options') === 'nosniff', 'a browser may guess another type'],
    [/(?:^|;\s*)sandbox(?:;|$)/.test(of('content-security-policy')), 'it is in no sandbox'],
    [of('cache-control').includes('no-store'), 'others may find it in a cache'],
  ]
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem)
}
