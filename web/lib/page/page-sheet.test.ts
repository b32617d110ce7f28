import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadPageSheet } from './page-sheet.ts'
import { pageData } from '../site.ts'

const links = () => document.head.querySelectorAll('link[rel=stylesheet]')

beforeEach(() => {
  const styles = new Blob(['.of-orders { color: rgb(1, 2, 3) }'], { type: 'text/css' })
  Object.assign(pageData(), {
    sheets: { '/account/orders': URL.createObjectURL(styles), '/account/order': 'blob:nothing' },
  })
})

afterEach(() => {
  for (const link of links()) link.remove()
  Object.assign(pageData(), { sheets: {} })
})

test('§7 lazy pages: the style sheet of a page is fetched once and applies before the page is shown', async () => {
  const before = links().length
  await Promise.all([loadPageSheet('/account/orders'), loadPageSheet('/account/orders')])
  expect(links().length).toBe(before + 1)
  const part = document.createElement('p')
  part.className = 'of-orders'
  document.body.append(part)
  expect(getComputedStyle(part).color).toBe('rgb(1, 2, 3)')
  part.remove()
  await loadPageSheet('/account/orders')
  expect(links().length).toBe(before + 1)
})

test('a style sheet that fails is an error, and the next attempt fetches it again; a page without one does not wait', async () => {
  const before = links().length
  await expect(loadPageSheet('/account/order')).rejects.toThrow('blob:nothing failed to load')
  await expect(loadPageSheet('/account/order')).rejects.toThrow('blob:nothing failed to load')
  expect(links().length).toBe(before)
  await expect(loadPageSheet('/account/change-password')).resolves.toBeUndefined()
})
