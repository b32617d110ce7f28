import { expect, test } from 'vitest'
import { insertAnnouncements } from './insert-announcements.ts'
import type { LiveBanner } from './live-announcements.store.ts'

const HTML =
  '<!doctype html><html lang="zh-CN"><head></head><body><div id="root"></div></body></html>'
const SCRIPT = '/assets/announcements-abc.js'

function bannerOf(details: Partial<LiveBanner> = {}): LiveBanner {
  return {
    ...{ id: 'b1', text: '今晚维护', linkLabel: null, linkUrl: null, tone: 'info' },
    ...{ pages: 'all', isDismissable: true, endsAt: null },
    ...details,
  }
}

const inserted = (banner: Partial<LiveBanner>, zone: 'public' | 'account' = 'public') =>
  insertAnnouncements(HTML, zone, { banners: [bannerOf(banner)], notices: [] }, SCRIPT)

test('text and link are text: markup, quotes and replacement patterns are shown as they are', () => {
  const text = `<img src=x onerror=alert(1)>"'&$&$1</p></aside><script>alert(1)</script>`
  const html = inserted({ text, linkLabel: '<b>看</b>', linkUrl: 'https://shop.test/?a="&b=<' })
  expect(html).toContain(
    `<p>&lt;img src=x onerror=alert(1)&gt;&quot;'&amp;$&amp;$1&lt;/p&gt;&lt;/aside&gt;&lt;script&gt;alert(1)&lt;/script&gt; <a href="https://shop.test/?a=&quot;&amp;b=&lt;" rel="noopener">&lt;b&gt;看&lt;/b&gt;</a></p>`,
  )
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('an address that no form takes is no link; a banner that stays has no button', () => {
  const links = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    String.raw`/\evil.test`,
    'http://shop.test/',
  ]
  for (const linkUrl of links)
    expect(inserted({ linkLabel: '看', linkUrl }), linkUrl).not.toContain('看')
  for (const linkUrl of ['/plans', 'https://shop.test/'])
    expect(inserted({ linkLabel: '看', linkUrl })).toContain(`<a href="${linkUrl}"`)
  expect(inserted({ isDismissable: false })).not.toContain('<button')
  expect(inserted({})).toContain('<button class="icon-button" type="button" aria-label="关闭公告">')
})

test('banner is in the documents of its pages alone; account documents name the notices on their root', () => {
  expect(inserted({ pages: 'public' }, 'account')).toBe(HTML)
  expect(inserted({ pages: 'account' })).toBe(HTML)
  expect(inserted({ pages: 'account' }, 'account')).toContain('今晚维护')
  const live = {
    banners: [],
    notices: [
      { id: 'n1', endsAt: null },
      { id: 'n2', endsAt: null },
    ],
  }
  expect(insertAnnouncements(HTML, 'public', live, SCRIPT)).toBe(HTML)
  const html = insertAnnouncements(HTML, 'account', live, SCRIPT)
  expect(html).toContain('<html data-notices="n1 n2" lang="zh-CN">')
  expect(html).toContain(`<body><script src="${SCRIPT}"></script><div id="root">`)
})
