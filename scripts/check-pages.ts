import { resolve } from 'node:path'
import { formatWeight, weighPages } from './pages/budgets.ts'
import { findConsoleScripts } from './pages/console-apart.ts'
import { htmlFaults } from './pages/html-rules.ts'
import { findBrokenLinks } from './pages/links.ts'
import { renderSite } from './pages/rendered.ts'
import { ROOT } from './run-program.ts'

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
