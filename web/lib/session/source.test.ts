import { expect, test, vi } from 'vitest'
import { readCookie } from './cookies.ts'
import { recordSource, trafficSource } from './source.ts'

const CASES = [
  ['source names it', '?source=bili&utm_source=mail', 'old', 'https://www.google.com/', 'bili'],
  ['utm_source names it', '?utm_source=mail', 'old', 'https://www.google.com/', 'mail'],
  ['what is stored beats the referrer', '', 'old', 'https://www.google.com/', 'old'],
  ['an empty source is none', '?source=', 'old', '', 'old'],
  ['a search engine', '', undefined, 'https://www.google.com.hk/search?q=ai', 'google'],
  ['its bare host', '', undefined, 'https://google.de/', 'google'],
  ['its search for pictures', '', undefined, 'https://images.google.co.jp/', 'google'],
  ['its mail is no search', '', undefined, 'https://mail.google.com/mail/u/0/', undefined],
  ['nor are its news', '', undefined, 'https://news.google.com/articles/1', undefined],
  ['nor its documents', '', undefined, 'https://docs.google.com/document/d/1', undefined],
  ['a video site', '', undefined, 'https://m.youtube.com/watch?v=1', 'youtube'],
  ['its short links', '', '', 'https://youtu.be/1', 'youtube'],
  ['a site that only looks like one', '', undefined, 'https://google.com.evil.example/', undefined],
  ['another look-alike', '', undefined, 'https://notyoutube.com/', undefined],
  ['a page that led to the login', '?redirect=/account/home?source=bili', 'old', '', 'bili'],
  [
    'what led to that page',
    '?redirect=/account/home&referrer=https://youtu.be/1',
    undefined,
    'https://shop.example/account/home',
    'youtube',
  ],
  ['no referrer', '', undefined, '', undefined],
] as const

test('§4 source: the address names it, else what is stored, else the referrer', () => {
  const found = CASES.map(([why, search, stored, referrer]) => {
    return [why, search, stored, referrer, trafficSource(search, stored, referrer)]
  })
  expect(found).toEqual(CASES)
})

test('§3 user_source, §4 source, §9 source cookie, §9 cookie path: the source is kept for 30 days for the whole site, until the address names another', () => {
  const written = vi.spyOn(Document.prototype, 'cookie', 'set')
  recordSource('?source=小红书')
  expect(written).toHaveBeenCalledTimes(1)
  const attributes = String(written.mock.calls[0]?.[0]).split('; ')
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', `Max-Age=${30 * 24 * 60 * 60}`]))
  expect(readCookie('user_source')).toBe('小红书')
  recordSource('')
  expect(readCookie('user_source')).toBe('小红书')
  recordSource('?utm_source=mail')
  expect(readCookie('user_source')).toBe('mail')
})

test('a long source is cut between characters', () => {
  recordSource(`?source=${'a'.repeat(63)}😀`)
  expect(readCookie('user_source')).toBe('a'.repeat(63))
  recordSource(`?source=${'b'.repeat(62)}😀b`)
  expect(readCookie('user_source')).toBe(`${'b'.repeat(62)}😀`)
})
