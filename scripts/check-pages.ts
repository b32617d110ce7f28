import { resolve } from 'node:path'
import { inWords, weighPages } from './pages/budgets.ts'
import { htmlFaults } from './pages/html-rules.ts'
import { lostLinks } from './pages/links.ts'
import { renderSite } from './pages/rendered.ts'
import { ROOT } from './run-program.ts'

/** Checks every document of the newest build: prints its weights and faults; exits with 1 when there is a fault. */
const contentDir = resolve(ROOT, process.env['CONTENT_DIR'] ?? 'content')
const { documents } = await renderSite(contentDir)
const { weights, faults } = await weighPages(documents, contentDir)
faults.push(...(await htmlFaults(documents)), ...lostLinks(documents))
for (const { path, html, isListed } of documents) {
  if (isListed && !html.includes('property="og:image"'))
    faults.push(`${path} has no picture: npm run og`)
}
for (const weight of weights) process.stdout.write(`${inWords(weight)}\n`)
for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
