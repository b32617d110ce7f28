import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connect } from '../../db/sql.ts'
import { compress, createResource, type Resource } from '../../http/pages/resource.ts'
import { addAnnouncement } from '../../testing/announcements.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import type { LoadedPages, ServedDocument } from '../pages/load-pages.ts'
import { reportPageChange } from '../pages/page-changes.ts'
import { announcePages } from './announced-pages.ts'

const FILLING = '<p>一份积分，用遍好用的 AI</p>'.repeat(30)

async function loadedPages(): Promise<LoadedPages> {
  const document = async (
    path: string,
    zone: ServedDocument['zone'],
    status = 200,
  ): Promise<ServedDocument> => {
    const html = `<html lang="zh-CN"><body><h1>${path.replace('.html', '')}</h1>${FILLING}</body></html>`
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const resource = createResource(await compress(Buffer.from(html)), { status, headers })
    return { path, zone, status, html, headers, resource }
  }
  const documents = await Promise.all([
    document('/plans', 'public'),
    document('/plans.html', 'public'),
    document('/account/home', 'account'),
    document('*', 'public', 404),
  ])
  const style = createResource({ identity: Buffer.from('b{}') }, { headers: {} })
  return {
    resources: new Map([
      ['/a.css', style] as const,
      ...documents.map(({ path, resource }) => [path, resource] as const),
    ]),
    notFound: documents.at(-1)!.resource,
    documents,
    announcementScript: '/assets/announcements-abc.js',
    missingPictures: null,
  }
}

const databaseOf = oncePerFile(createTestDatabase)

/** The file's database without announcements. */
async function start() {
  const stack = new AsyncDisposableStack()
  const { sql, url } = await databaseOf()
  await sql`update announcements set withdrawn_at = now() where withdrawn_at is null`
  const loaded = await loadedPages()
  const open = async (own = sql) => {
    const pages = await announcePages({ sql: own, log: pino({ level: 'silent' }) }, loaded)
    stack.defer(() => pages.stop())
    return pages
  }
  return { sql, url, loaded, open, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const textOf = ({ variants }: Resource) => variants.identity.body.toString()

test('banner is in each encoding of its documents with another tag; when it ends early, the plain documents are back', async () => {
  await using node = await start()
  const pages = await node.open()
  const plain = pages.resources.get('/plans')!
  expect(textOf(plain)).not.toContain('<aside')
  const id = await addAnnouncement(node.sql, { text: '今晚两点维护' })
  await pages.refresh()

  const announced = pages.resources.get('/plans')!
  expect(textOf(announced)).toContain('今晚两点维护')
  expect(brotliDecompressSync(announced.variants.br.body).toString()).toBe(textOf(announced))
  expect(announced.variants.br.etag).not.toBe(plain.variants.br.etag)
  expect(announced.variants.br.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(pages.resources.get('/plans.html')).toBe(announced)
  expect(textOf(pages.resources.get('/account/home')!)).toContain('今晚两点维护')
  expect(pages.notFound.status).toBe(404)
  expect(textOf(pages.notFound)).toContain('今晚两点维护')

  await node.sql`update announcements set withdrawn_at = now() where id = ${id}`
  await pages.refresh()
  expect(pages.resources.get('/plans')).toBe(plain)
  expect(pages.notFound).toBe(node.loaded.notFound)
})

test('node that starts while something is announced serves it at once; another one learns of a change by itself', async () => {
  await using node = await start()
  const first = await node.open()
  await addAnnouncement(node.sql, { text: '新套餐上线', pages: 'public' })
  const notice = await addAnnouncement(node.sql, { kind: 'notice', text: '内容' })
  const second = await node.open()
  expect(textOf(second.resources.get('/account/home')!)).toContain(`<html data-notices="${notice}"`)
  expect(textOf(second.resources.get('/plans')!)).toContain('新套餐上线')
  expect(textOf(second.resources.get('/account/home')!)).not.toContain('新套餐上线')
  reportPageChange()
  await expect.poll(() => textOf(first.resources.get('/plans')!)).toContain('新套餐上线')
})

test('database’s clock decides: what has not begun or has ended is in no document, and what begins soon comes by itself', async () => {
  await using node = await start()
  await addAnnouncement(node.sql, { text: '明年再见', from: '1 hour' })
  await addAnnouncement(node.sql, { text: '昨天的事', from: '-2 days', until: '-1 day' })
  await addAnnouncement(node.sql, { text: '马上开始', from: '400 milliseconds' })
  await addAnnouncement(node.sql, { text: '马上结束', from: '-1 hour', until: '400 milliseconds' })
  const pages = await node.open()
  const plans = () => textOf(pages.resources.get('/plans')!)
  await expect.poll(plans).toContain('马上开始')
  await expect.poll(plans).not.toContain('马上结束')
  expect(plans()).not.toMatch(/明年再见|昨天的事/)
  // more important ones stand first, then later ones
  await addAnnouncement(node.sql, { text: '甲', from: '-3 hours' })
  await addAnnouncement(node.sql, { text: '乙', from: '-2 hours' })
  await addAnnouncement(node.sql, { text: '丙', from: '-4 hours', tone: 'warning' })
  await pages.refresh()
  expect(plans().match(/<p>[甲乙丙]/g)).toEqual(['<p>丙', '<p>乙', '<p>甲'])
})

test('while the database does not answer, banners stay, and one that ends goes all the same', async () => {
  await using node = await start()
  await addAnnouncement(node.sql, { text: '一直在', from: '-1 hour' })
  await addAnnouncement(node.sql, { text: '快结束', from: '-1 hour', until: '1500 milliseconds' })
  const own = connect(node.url, { max: 1 })
  const pages = await node.open(own)
  const plans = () => textOf(pages.resources.get('/plans')!)
  expect(plans()).toContain('快结束')
  await own.end()
  await expect.poll(plans, { timeout: 10_000 }).not.toContain('快结束')
  expect(plans()).toContain('一直在')
})
