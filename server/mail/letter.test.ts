import { expect, test } from 'vitest'
import { html } from './html.ts'
import { renderLetter } from './letter.ts'

const PLAIN = {
  brand: '星桥 AI',
  title: '通知',
  paragraphs: ['第一段。', '第二段。'],
  footer: '再见。',
}

test('a template escapes values but not Html and lists of Html', () => {
  const name = `<img src=x onerror="alert('1')"> & co`
  const safe = '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62; &#38; co'
  const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`)
  expect(html`<p title="${name}">${name}${null}${7}</p>`.markup).toBe(
    `<p title="${safe}">${safe}7</p>`,
  )
  expect(html`<b>${items} </b>`.markup).toBe('<b><i>a</i><i>&#60;b&#62;</i>\u00a0</b>')
})

test('a sentence may break after each clause, never before the punctuation that ends it', () => {
  const paragraphs = ['链接有效，只能用一次；“保留账户”（含余额）。好吗？！', '无标点 <b>']
  const { html: page } = renderLetter({ ...PLAIN, paragraphs })
  expect(page).toContain(
    '链接有效，<wbr />只能用一次；<wbr />“保留账户”（含余额）。<wbr />好吗？！',
  )
  expect(page).toContain('无标点 &#60;b&#62;')
})

test('the HTML and text parts contain the same words', () => {
  const url = 'https://shop.example.com/account/reset-password?token=abc&x=1'
  const { html: page, text } = renderLetter({
    ...PLAIN,
    code: '482917',
    action: { label: '设置新密码', url },
    sender: '星桥科技',
  })
  for (const words of [
    '星桥 AI',
    '通知',
    '第一段。',
    '第二段。',
    '482917',
    '设置新密码',
    '再见。',
    '星桥科技',
  ]) {
    expect(text).toContain(words)
    expect(page).toContain(words)
  }
  expect(text.split('\n')).toContain('482917')
  expect(text).toContain(url)
  expect(page).toContain(`href="${url.replace('&', '&#38;')}"`)
  expect(text).toContain('请勿直接回复')
})

test('facts are rows or lines, the support link and whether replies are read stand in both parts, and all values are escaped', () => {
  const facts = [
    { label: '订单号', value: '202601010000000001' },
    { label: '商品', value: '<b>大</b>', isStrong: true },
  ]
  const support = { label: '在线<客服>', url: 'https://chat.example.com/a?b=1&c=2' }
  const { html: page, text } = renderLetter({
    ...{ ...PLAIN, facts, support, isAnswerable: true },
    ...{ brand: '<script>1</script>', paragraphs: ['</td><b>'] },
  })
  expect(text).toContain('订单号：202601010000000001\n商品：<b>大</b>')
  expect(page.match(/<tr>\s*<td\s+class="faint line"/g)).toHaveLength(2)
  expect(page).toContain('&#60;b&#62;大&#60;/b&#62;')
  expect(page).not.toMatch(/<script|<b>/)
  expect(text).toContain('联系客服（在线<客服>）：https://chat.example.com/a?b=1&c=2')
  expect(page).toContain('href="https://chat.example.com/a?b=1&#38;c=2"')
  expect(page).toContain('在线&#60;客服&#62;')
  for (const part of [page, text]) {
    expect(part).toContain('可直接回复本邮件联系客服')
    expect(part).not.toContain('请勿直接回复')
  }
})

test('absent parts of a letter render nothing; a link that is not http(s) throws a TypeError', () => {
  const { html: page, text } = renderLetter(PLAIN)
  expect(page).not.toMatch(/undefined|null|<a |class="well"/)
  expect(text).not.toMatch(/undefined|null|https?:/)

  const withAction = (url: string) => () => renderLetter({ ...PLAIN, action: { label: '去', url } })
  expect(withAction('javascript:alert(1)')).toThrow(TypeError)
  const help = { label: '客服', url: 'javascript:alert(1)' }
  expect(() => renderLetter({ ...PLAIN, support: help })).toThrow(TypeError)
  expect(withAction('https://shop.example.com')).not.toThrow()
})
