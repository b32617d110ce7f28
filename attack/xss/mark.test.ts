import { expect, test } from 'vitest'
import { createMark, shownMarks } from './mark.ts'

test('a mark is seen as text, in an attribute and as an element', () => {
  const escaped = createMark('user.nickname').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const html = `<p>${escaped}</p><input value="${escaped.replace('user', 'other')}">${createMark('live')}`
  expect(shownMarks(html)).toEqual(new Set(['user.nickname', 'other.nickname', 'live']))
})
