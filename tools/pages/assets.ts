import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Manifest } from 'vite'

/** The browser's files, as `tools/vite.config.ts` builds them. */
const DIST = join(import.meta.dirname, '../../dist/tools')
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Addresses of the built files. */
export interface Assets {
  script: string
  beforePaint: string
  style: string
  icons: string
  logo: string
}

interface StoredFile {
  type: string
  body: Buffer
  /** Compressed with Brotli; null when the build made no such copy. */
  brotli: Buffer | null
}

/** Reads the built files into memory and serves them; throws when they are not there. */
export async function serveAssets(app: FastifyInstance): Promise<Assets> {
  const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'))
  const files = new Map<string, StoredFile>()
  const names = await readdir(join(DIST, 'assets'))
  for (const name of names) {
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (type === undefined) continue
    const read = (file: string) => readFile(join(DIST, 'assets', file))
    const brotli = names.includes(`${name}.br`) ? await read(`${name}.br`) : null
    files.set(name, { type, body: await read(name), brotli })
  }
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const file = files.get(request.params.name)
    if (file === undefined) return reply.callNotFound()
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const brotli = takesBrotli ? file.brotli : null
    if (brotli !== null) void reply.header('content-encoding', 'br')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(file.type)
      .send(brotli ?? file.body)
  })
  const addressOf = (source: string) => {
    const built = manifest[source]
    if (built === undefined) throw new Error(`the build has no ${source}: run npm run build`)
    return `/${built.file}`
  }
  return {
    script: addressOf('main.ts'),
    beforePaint: addressOf('before-paint.ts'),
    style: addressOf('style/tools.css'),
    icons: addressOf('icons.svg'),
    logo: addressOf('logo.svg'),
  }
}
