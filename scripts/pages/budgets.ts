import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import file from '@size-limit/file'
import sizeLimit from 'size-limit'
import type { Manifest } from 'vite'
import { ROOT } from '../run-program.ts'
import { referencesOf } from './references.ts'
import type { RenderedDocument } from './rendered.ts'

const KIB = 1024
/** Public pages, compressed with Brotli. */
const PUBLIC = { scripts: 5 * KIB, styles: 15 * KIB, all: 120 * KIB, requests: 9 }
/** Account pages, compressed with gzip -9: docs/decisions/018. */
const ACCOUNT_SCRIPTS = 110 * KIB
/** All scripts of the operator's console, compressed with gzip -9. */
const CONSOLE_SCRIPTS = 130 * KIB

interface Check {
  name: string
  files: string[]
  gzip?: true
  limit: number
}

export interface Weight {
  name: string
  size: number
  limit: number
}

const WEB = join(ROOT, 'dist/web')
const CONSOLE = join(ROOT, 'dist/console/assets')
const DOCUMENTS = join(ROOT, '.cache/pages')

/** Weighs the files that each document fetches by itself. Too much weight, and account scripts that the document does not name, are faults. */
export async function weighPages(
  documents: readonly RenderedDocument[],
  contentDir: string,
): Promise<{ weights: Weight[]; faults: string[] }> {
  await rm(DOCUMENTS, { recursive: true, force: true })
  await mkdir(DOCUMENTS, { recursive: true })
  const importsOf = await readImports()
  const pathOf = (address: string) =>
    address.startsWith('/brand/') ? join(contentDir, basename(address)) : join(WEB, address)
  const checks: Check[] = []
  const faults: string[] = []
  const clean = documents.filter(({ path }) => !path.endsWith('.html'))
  for (const [at, { path, zone, html }] of clean.entries()) {
    const { scripts: named, styles, pictures } = referencesOf(html)
    const scripts = [...new Set(named.flatMap((name) => [name, ...importsOf(name)]))]
    if (zone === 'account') {
      const late = scripts.filter((script) => !named.includes(script))
      if (late.length > 0) faults.push(`${path} asks for ${late.join(', ')} only when it runs`)
      const limit = ACCOUNT_SCRIPTS
      checks.push({ name: `${path} scripts`, files: scripts.map(pathOf), gzip: true, limit })
      continue
    }
    const document = join(DOCUMENTS, `${at}.html`)
    await writeFile(document, html)
    const all = [...scripts, ...styles, ...pictures]
    // with the document, its speculation rules, the anti-forgery token, and the manifest, which Chromium
    // reads on every visit
    const requests = all.length + 4
    if (requests > PUBLIC.requests) faults.push(`${path} makes ${requests} requests`)
    checks.push(
      { name: `${path} scripts`, files: scripts.map(pathOf), limit: PUBLIC.scripts },
      { name: `${path} styles`, files: styles.map(pathOf), limit: PUBLIC.styles },
      { name: `${path} in all`, files: [document, ...all.map(pathOf)], limit: PUBLIC.all },
    )
  }
  const consoleScripts = (await readdir(CONSOLE)).filter((name) => name.endsWith('.js'))
  checks.push({
    name: 'console scripts',
    files: consoleScripts.map((name) => join(CONSOLE, name)),
    gzip: true,
    limit: CONSOLE_SCRIPTS,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package leaves it at `object`
  const sizes = (await sizeLimit([file], { checks })) as { size: number }[]
  const weights = checks.map(({ name, limit }, at) => ({ name, limit, size: sizes[at]!.size }))
  const heavy = weights.filter(({ size, limit }) => size > limit)
  return { weights, faults: [...faults, ...heavy.map((weight) => formatWeight(weight))] }
}

export function formatWeight({ name, size, limit }: Weight): string {
  const kib = (bytes: number) => (bytes / KIB).toFixed(1)
  return `${name} ${kib(size)} of ${kib(limit)} KiB`
}

/** What a built file imports at once, and what those import. */
async function readImports(): Promise<(address: string) => string[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our own build
  const manifest = JSON.parse(await readFile(join(WEB, '.vite/manifest.json'), 'utf8')) as Manifest
  const chunks = new Map(Object.values(manifest).map((chunk) => [`/${chunk.file}`, chunk]))
  return (address) => {
    const found = new Set<string>()
    const waiting = [address]
    for (const next of waiting) {
      for (const name of chunks.get(next)?.imports ?? []) {
        const imported = `/${manifest[name]?.file}`
        if (!found.has(imported)) waiting.push(imported)
        found.add(imported)
      }
    }
    return [...found]
  }
}
