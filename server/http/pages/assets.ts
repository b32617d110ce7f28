import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileHeaders, type FileHeaderSettings } from './document-headers.ts'
import { type Bodies, createResource, type Resource } from './resource.ts'

export const MEDIA_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Loads the files of a bundle, by their address; each name contains a hash of the content. */
export async function loadAssets(
  bundleDir: string,
  config: FileHeaderSettings,
): Promise<Map<string, Resource>> {
  const folder = join(bundleDir, 'assets')
  const names = new Set(await readdir(folder))
  const files = [...names].filter((name) => extname(name) in MEDIA_TYPES)
  const entries = await Promise.all(
    files.map(async (name) => {
      const twin = async (ending: string) =>
        names.has(name + ending) ? readFile(join(folder, name + ending)) : undefined
      const [identity, br, gzip] = await Promise.all([
        readFile(join(folder, name)),
        twin('.br'),
        twin('.gz'),
      ])
      const bodies: Bodies = { identity, ...(br && { br }), ...(gzip && { gzip }) }
      const headers = assetHeaders(name, config)
      return [`/assets/${name}`, createResource(bodies, { headers })] as const
    }),
  )
  return new Map(entries)
}

/** Headers of a file whose name contains a hash of its content. */
export function assetHeaders(name: string, config: FileHeaderSettings): Record<string, string> {
  return {
    'content-type': MEDIA_TYPES[extname(name)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    ...fileHeaders(config),
  }
}
