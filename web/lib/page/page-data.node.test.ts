import { afterEach, expect, test, vi } from 'vitest'
import { testPageData } from '../../testing/site.ts'
import { fetchPageData } from './page-data.ts'

afterEach(() => void vi.restoreAllMocks())

function answering(html: string, status = 200) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(html, { status }))
}

const block = (json: string) =>
  `<p>words</p><script type="application/json" id="site">${json}</script></body>`

test('the page data are read from the document whatever text they hold', async () => {
  const data = { ...testPageData, site: { ...testPageData.site, name: '</script><b>"星"' } }
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  const asked = answering(block(json))
  const { signal } = new AbortController()
  expect(await fetchPageData('/terms', signal)).toEqual(data)
  expect(asked).toHaveBeenCalledWith('/terms', expect.objectContaining({ signal }))
})

test('the 404 page has page data, too; a response without them is an error', async () => {
  const { signal } = new AbortController()
  answering(block(JSON.stringify(testPageData)), 404)
  expect(await fetchPageData('/nowhere', signal)).toEqual(testPageData)
  answering('<h1>502 Bad Gateway</h1>', 502)
  await expect(fetchPageData('/terms', signal)).rejects.toThrow('/terms')
})
