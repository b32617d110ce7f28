import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest, ManifestChunk } from 'vite'
import { codeCache, nodeArgs } from '../server/launch.ts'
import { runProgram } from './run-program.ts'

const ROOT = resolve(import.meta.dirname, '..')
const WEB = join(ROOT, 'dist/web')
const TOOLS = join(ROOT, 'dist/tools')
const CONSOLE = join(ROOT, 'dist/console')
const MANIFEST = join(WEB, '.vite/manifest.json')
const PRERENDER = join(ROOT, 'dist/prerender')
const STAMP = join(ROOT, 'dist/web.sources')
/** The sources of the built files. */
const SOURCES = [
  'web',
  'contract',
  'vite.config.ts',
  'browser-baseline.ts',
  'tools/browser',
  'tools/wire',
  'tools/vite.config.ts',
  'console',
  'package-lock.json',
  'scripts/build.ts',
]
/** TypeScript that shop and sandbox run without a build. */
const RUN_AS_IT_IS = [
  'server',
  'sandbox',
  'contract',
  'scripts/serve.ts',
  'scripts/end-with-parent.ts',
]
/** A module that exits before later imports run. */
const ENDING = 'data:text/javascript,process.exit()'
const TEXT = /\.(js|css|svg|json)$/

/** Builds the browser's files and the prerenderer, unless their sources are unchanged. */
async function buildWeb(): Promise<void> {
  const stamp = await sourcesStamp()
  if ((await keptStamp()) === stamp) return
  // An interrupted build leaves no stamp, so the next one builds again.
  await rm(STAMP, { force: true })
  // The bundler is a development dependency: a production install brings the built files along.
  const { build } = await import('vite')
  const configFile = join(ROOT, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  const manifest: Manifest = JSON.parse(await readFile(MANIFEST, 'utf8'))
  await build({
    configFile,
    logLevel: 'warn',
    define: {
      __ASSETS__: JSON.stringify(assetsOf(manifest)),
      // React looks at run time, and the server may run in any mode
      'process.env.NODE_ENV': '"production"',
    },
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, 'web/prerender.tsx'),
      outDir: PRERENDER,
      manifest: false,
      rolldownOptions: { input: join(ROOT, 'web/prerender.tsx') },
    },
  })
  await build({ configFile: join(ROOT, 'tools/vite.config.ts'), logLevel: 'warn' })
  await build({ configFile: join(ROOT, 'console/vite.config.ts'), logLevel: 'warn' })
  await compressAll(join(WEB, 'assets'))
  await compressAll(join(TOOLS, 'assets'))
  await compressAll(join(CONSOLE, 'assets'))
  await writeSbom()
  await writeFile(STAMP, stamp)
}

/** The stamp of the files in dist; '' when some are missing. */
async function keptStamp(): Promise<string> {
  const isThere = [
    MANIFEST,
    join(TOOLS, 'assets'),
    join(CONSOLE, '.vite/manifest.json'),
    join(PRERENDER, 'prerender.js'),
  ].every((path) => existsSync(path))
  return isThere ? readFile(STAMP, 'utf8').catch(() => '') : ''
}

/** The `Assets` of `web/document.ts`. */
function assetsOf(manifest: Manifest): object {
  const address = (source: string) => `/${manifest[source]?.file ?? missing(source)}`
  const main = manifest['main.tsx'] ?? missing('main.tsx')
  // the entry only imports its chunk (`vite.config.ts`)
  const [boot = missing('boot.ts')] = importsOf(manifest, manifest['boot.ts'] ?? missing('boot.ts'))
  return {
    beforePaint: address('before-paint.ts'),
    earlyBalance: address('early-balance.ts'),
    boot: `/${boot.file}`,
    main: address('main.tsx'),
    mainImports: importsOf(manifest, main).map(({ file }) => `/${file}`),
    publicCss: address('styles/public.css'),
    accountCss: address('styles/account.css'),
    sheets: sheetsOf(manifest),
    pages: pagesOf(manifest, main),
  }
}

/** The style sheets of single pages, by the page's source beside them. */
function sheetsOf(manifest: Manifest): Record<string, string> {
  const sheets = Object.entries(manifest).filter(([source]) => source.endsWith('-page.css'))
  return Object.fromEntries(
    sheets.map(([source, { file }]) => [source.replace(/css$/, 'tsx'), `/${file}`]),
  )
}

/** For each page its static imports that `main` does not load already, then its own file. */
function pagesOf(manifest: Manifest, main: ManifestChunk): Record<string, string[]> {
  const pages = Object.keys(manifest).filter((source) => source.endsWith('-page.tsx'))
  const known = new Set([...importsOf(manifest, main), main])
  return Object.fromEntries(
    pages.map((source) => {
      const page = manifest[source] ?? missing(source)
      const chunks = [...importsOf(manifest, page), page]
      return [source, chunks.filter((chunk) => !known.has(chunk)).map(({ file }) => `/${file}`)]
    }),
  )
}

/** The chunk's imports and theirs, in the order in which they can run. */
function importsOf(manifest: Manifest, chunk: ManifestChunk): ManifestChunk[] {
  const seen = new Set([chunk])
  function withOwn(next: ManifestChunk): ManifestChunk[] {
    const others = (next.imports ?? []).map((name) => manifest[name] ?? missing(name))
    return others.flatMap((other) => {
      if (seen.has(other)) return []
      seen.add(other)
      return [...withOwn(other), other]
    })
  }
  return withOwn(chunk)
}

function missing(source: string): never {
  throw new Error(`The build has no file for ${source}`)
}

/** Writes compressed copies, which the server sends unchanged: foo.js.br and foo.js.gz. */
async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => TEXT.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const body = await readFile(file)
      await writeFile(`${file}.br`, await promisify(brotliCompress)(body, { params: BEST_BROTLI }))
      await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
    }),
  )
}

const BEST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }

async function sourcesStamp(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of await filesIn(join(ROOT, source))) {
      // The folder of the checkout is left out: an image may be built elsewhere.
      hash.update(relative(ROOT, file)).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

/**
 * Fills Node's compile cache with the shop's code, in a process that exits before the code runs. A shop that
 * strips the types itself would keep the compiler in its memory.
 */
async function keepServerCode(): Promise<void> {
  // after the build: the bundler's code must not go into the cache
  await import(codeCache)
  const folder = getCompileCacheDir()
  if (folder === undefined) return
  const found = await Promise.all(RUN_AS_IT_IS.map((path) => filesIn(join(ROOT, path))))
  const files = found.flat().filter((file) => file.endsWith('.ts') && !isForTests(file))
  const ages = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
  const imports = [ENDING, ...files.map((file) => pathToFileURL(file).href)]
  const program = `${imports.map((url) => `import ${JSON.stringify(url)}`).join('\n')}\n// ${ages.join(' ')}\n`
  const kept = join(folder, 'all.mjs')
  if ((await readFile(kept, 'utf8').catch(() => '')) === program) return
  try {
    await writeFile(kept, program)
  } catch {
    // a read-only disk: the shop starts without the cache
    return
  }
  const { code } = await runProgram(process.execPath, [...nodeArgs, kept], { isQuiet: true })
  // code that does not compile fails with its message when the shop starts
  if (code !== 0) await rm(kept)
}

function isForTests(file: string): boolean {
  return relative(ROOT, file).split(sep).includes('testing')
}

/** The file itself, or every file in the folder, in a fixed order. Tests are no source. */
async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [path]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

// Read by Vite and its plugins; this process only builds.
process.env['NODE_ENV'] = 'production'
await buildWeb()
await keepServerCode()

/**
 * Writes everything that is built in, runs or builds it from the lock file, as CycloneDX: name, version, digest and
 * licence of each package. An npm older than 10 cannot.
 */
async function writeSbom(): Promise<void> {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=silent']
  // in production, as the bundler has set it, npm would leave out what is built in
  const { code, output } = await runProgram('npm', [...words, '--include=dev'], { isQuiet: true })
  if (code === 0) return writeFile(join(ROOT, 'dist/sbom.cdx.json'), output)
  process.stderr.write(`no dist/sbom.cdx.json: npm sbom ended with ${code} (npm 10 or newer?)\n`)
}
