import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loadAssets } from './assets.ts'

const SCRIPT = Buffer.from('export const answer = 42\n'.repeat(50))

test('built files are immutable in caches and sent as the build compressed them', async () => {
  const bundle = await mkdtemp(join(tmpdir(), 'assets-'))
  const folder = join(bundle, 'assets')
  await mkdir(folder, { recursive: true })
  const twins = { '': SCRIPT, '.br': brotliCompressSync(SCRIPT), '.gz': gzipSync(SCRIPT) }
  for (const [ending, body] of Object.entries(twins)) {
    await writeFile(join(folder, `main-1.js${ending}`), body)
  }
  await writeFile(join(folder, 'notes.map'), 'not for visitors')
  const assets = await loadAssets(bundle, { publicUrl: 'https://shop.test' })
  await rm(bundle, { recursive: true })

  expect([...assets.keys()]).toEqual(['/assets/main-1.js'])
  const variants = assets.get('/assets/main-1.js')!.variants
  expect(variants.br.body).toEqual(twins['.br'])
  expect(variants.gzip.body).toEqual(twins['.gz'])
  expect(variants.identity.body).toEqual(SCRIPT)
  expect(variants.br.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
})
