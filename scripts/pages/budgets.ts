import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import file from '@size-limit/file'
import sizeLimit from 'size-limit'
import type { Manifest } from 'vite'
import { ROOT } from '../run-program.ts'
import type { RenderedDocument } from './rendered.ts'

const KIB = 1024
/** Public pages, compressed with Brotli. */
const PUBLIC = { scripts: 5 * KIB, styles: 15 * KIB, all: 120 * KIB, requests: 9 }
/** Account pages, compressed with gzip -9: docs/decisions/018. */
const ACCOUNT_SCRIPTS = 110 * KIB
/** All scripts that a page of the operator's console loads, those it needs later too, compressed with gzip -9. */
const CONSOLE_SCRIPTS = 130 * KIB

interface Check {
  name: string
  files: string[]
  gzip?: true
  /** Without one the weight is printed, and nothing else. */
  limit?: number
}

export interface Weight {
  name: string
  size: number
  limit: number | undefined
}

const WEB = join(ROOT, 'dist/web')
const CONSOLE = join(ROOT, 'dist/console')
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
    // besides its own pictures: with the document, its speculation rules, the anti-forgery token, and the manifest, which Chromium
    // reads on every visit
    const requests = all.filter((name) => !name.endsWith('.webp')).length + 4
    if (requests > PUBLIC.requests) faults.push(`${path} makes ${requests} requests`)
    checks.push(
      { name: `${path} scripts`, files: scripts.map(pathOf), limit: PUBLIC.scripts },
      { name: `${path} styles`, files: styles.map(pathOf), limit: PUBLIC.styles },
      { name: `${path} in all`, files: [document, ...all.map(pathOf)], limit: PUBLIC.all },
    )
  }
  checks.push(...(await consoleChecks()))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package leaves it at `object`
  const sizes = (await sizeLimit([file], { checks })) as { size: number }[]
  const weights = checks.map(({ name, limit }, at) => ({ name, limit, size: sizes[at]!.size }))
  const heavy = weights.filter(({ size, limit = Infinity }) => size > limit)
  return { weights, faults: [...faults, ...heavy.map((weight) => formatWeight(weight))] }
}

export function formatWeight({ name, size, limit }: Weight): string {
  const kib = (bytes: number) => (bytes / KIB).toFixed(1)
  return `${name} ${kib(size)}${limit === undefined ? '' : ` of ${kib(limit)}`} KiB`
}

/** One check for each page of the console, and the sum of all scripts. */
async function consoleChecks(): Promise<Check[]> {
  const manifest = await readManifest(CONSOLE)
  const needed = (sources: readonly string[]) => {
    const found = new Set(sources)
    for (const source of found) {
      const { imports = [], dynamicImports = [] } = manifest[source]!
      const later = source === 'main.tsx' ? [] : dynamicImports
      for (const name of [...imports, ...later]) found.add(name)
    }
    return [...found]
  }
  const toFiles = (sources: readonly string[]) =>
    sources.map((source) => join(CONSOLE, manifest[source]!.file))
  const start = ['before-paint.ts', 'main.tsx']
  const pages = manifest['main.tsx']?.dynamicImports ?? []
  const scripts = Object.keys(manifest).filter((name) => manifest[name]!.file.endsWith('.js'))
  return [
    ...pages.map((page): Check => {
      const files = toFiles(needed([...start, page]))
      return { name: `console ${page} scripts`, files, gzip: true, limit: CONSOLE_SCRIPTS }
    }),
    { name: 'console scripts in all', files: toFiles(scripts), gzip: true },
  ]
}

async function readManifest(built: string): Promise<Manifest> {
  const json = await readFile(join(built, '.vite/manifest.json'), 'utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our own build
  return JSON.parse(json) as Manifest
}

/** What a built file imports at once, and what those import. */
async function readImports(): Promise<(address: string) => string[]> {
  const manifest = await readManifest(WEB)
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

/** Files that a browser fetches for a document before any interaction, in the order of the HTML. */
interface References {
  styles: string[]
  scripts: string[]
  pictures: string[]
}

/** Reads the references from HTML; on account pages the starter's `data-files` count too. */
function referencesOf(html: string): References {
  const tags = [...html.matchAll(/<(script|link|img|use)\s[^>]*>/g)].map(([tag]) => tag)
  const of = (pattern: RegExp, name: string) =>
    unique(tags.filter((tag) => pattern.test(tag)).flatMap((tag) => attribute(tag, name) ?? []))
  return {
    styles: of(/rel="stylesheet"/, 'href'),
    scripts: unique([
      ...of(/^<script/, 'src'),
      ...of(/data-when="painted"/, 'data-files').flatMap((files) => files.split(' ')),
    ]),
    pictures: unique([
      ...of(/^<use/, 'href').map((address) => address.replace(/#.*/, '')),
      ...of(/^<img(?!.*loading="lazy")/, 'src'),
      ...of(/rel="icon"/, 'href'),
    ]),
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

function unique(addresses: string[]): string[] {
  // an address inside the document is no file
  return [...new Set(addresses)].filter((address) => address.startsWith('/'))
}
