import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatWeight, weighPages } from './pages/budgets.ts'
import { type RenderedDocument, renderSite } from './pages/rendered.ts'
import { ROOT } from './run-program.ts'
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate'

/** All calls of the operator's console begin so, and each of its pages makes some. */
const CONSOLE_CALLS = '/api/console/'

/** Every rule of the standard and of accessibility; what is off or turned says why. */
const CONFIG: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // a template is shown in place of the page
    'heading-level': ['error', { sectioningRoots: ['dialog', '[role="dialog"]', 'template'] }],
    // our files have the document's origin: an attacker who changes one can change the other
    'require-sri': ['error', { target: 'crossorigin' }],
  },
}

/** Checks every document of the newest build: prints its weights and faults; exits with 1 when there is a fault. */
const contentDir = resolve(ROOT, process.env['CONTENT_DIR'] ?? 'content')
const { documents } = await renderSite(contentDir)
const { weights, faults } = await weighPages(documents, contentDir)
faults.push(...(await htmlFaults(documents)), ...findBrokenLinks(documents))
faults.push(...(await findConsoleScripts(resolve(ROOT, 'dist/web'))))
for (const { path, html, isListed } of documents) {
  if (isListed && !html.includes('property="og:image"'))
    faults.push(`${path} has no picture: npm run og`)
}
for (const weight of weights) process.stdout.write(`${formatWeight(weight)}\n`)
for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Scripts of the shop's build that hold something of the operator's console, which has a bundle of its own. */
async function findConsoleScripts(built: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(built, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const script = await readFile(join(built, name), 'utf8')
    if (script.includes(CONSOLE_CALLS))
      found.push(`/${name} is for customers and calls the console`)
  }
  return found
}

/** Links to missing pages and missing parts of pages, each once. */
function findBrokenLinks(all: readonly RenderedDocument[]): string[] {
  const parts = new Map(all.map(({ path, html }) => [path, new Set(valuesOf(html, 'id'))]))
  const lost = all.flatMap(({ path, html }) =>
    valuesOf(html, 'href', 'a')
      .filter((address) => !/^(https:|mailto:|tel:)/.test(address))
      .filter((address) => {
        if (address === '') return true
        const [page = '', part] = address.split('#')
        const found = parts.get(page.split('?', 1)[0] || path)
        return !found || (part !== undefined && !found.has(decodeURIComponent(part)))
      })
      .map((address) => `${path} leads to ${address === '' ? 'nothing' : address}`),
  )
  return [...new Set(lost)]
}

function valuesOf(html: string, attribute: string, tag = String.raw`\w+`): string[] {
  const pattern = new RegExp(`<${tag}\\s(?:[^>]*\\s)?${attribute}="([^"]*)"`, 'g')
  return [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
}

/** What is wrong with the HTML of the documents, each fault once. */
async function htmlFaults(all: readonly RenderedDocument[]): Promise<string[]> {
  const validator = new HtmlValidate(new StaticConfigLoader(CONFIG))
  const seen = new Set<string>()
  const found: string[] = []
  for (const { path, html } of all) {
    // several addresses of one page share its bytes
    if (seen.has(html)) continue
    seen.add(html)
    const { results } = await validator.validateString(html)
    for (const { messages } of results) {
      found.push(
        ...messages.map(
          ({ ruleId, message, selector }) => `${path}: ${message} (${ruleId}, ${selector ?? '–'})`,
        ),
      )
    }
  }
  return found
}
