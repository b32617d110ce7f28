import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import { createCapturingMailer, type Mail } from '../../gateways/mail/mailer.ts'
import { renderLetter } from '../../mail/letter.ts'
import { devMail } from './dev-mail.ts'

async function mailbox() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-dev-mail-'))
  const mailer = createCapturingMailer(join(folder, 'mail'), 'shop <no-reply@example.com>')
  const app = Fastify()
  await app.register(devMail(join(folder, 'mail'), 'Asia/Shanghai'))
  return {
    folder,
    async keep(mail: Partial<Mail> = {}): Promise<Mail> {
      const words = renderLetter({
        brand: '星桥 AI',
        title: '验证码',
        paragraphs: ['请填写：'],
        code: '482917',
        footer: '',
      })
      const kept = {
        id: uuidv7(),
        to: 'a@example.com',
        subject: '482917 是验证码',
        ...words,
        ...mail,
      }
      await mailer.send(kept)
      return kept
    },
    get: (url: string) => app.inject({ method: 'GET', url }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

test('the list shows the newest mail first with its code, in the time zone of the shop; an empty one explains how to get a mail', async () => {
  await using box = await mailbox()
  const empty = await box.get('/dev/mail')
  expect([empty.statusCode, empty.body]).toEqual([200, expect.stringContaining('还没有邮件')])
  expect((await box.get('/dev/mail.json')).json()).toEqual({ mails: [] })
  const older = await box.keep({ id: uuidv7(1_000), subject: '较早的一封' })
  const newer = await box.keep({ id: uuidv7(2_000), subject: '较晚的一封' })
  const { body } = await box.get('/dev/mail')
  expect(body.indexOf(newer.subject)).toBeLessThan(body.indexOf(older.subject))
  expect(body).toContain('<span class="code">482917</span>')
  expect(body).toContain(`href="/dev/mail/${newer.id}"`)
  const { mails } = (await box.get('/dev/mail.json')).json<{
    mails: { id: string; at: string }[]
  }>()
  const at = mails.find(({ id }) => id === newer.id)!.at
  // eight hours ahead the whole year
  const there = new Date(Date.parse(at) + 8 * 3_600_000).toISOString()
  const shown = `${there.slice(0, 10)} ${there.slice(11, 19)}`
  for (const path of ['/dev/mail', `/dev/mail/${newer.id}`]) {
    expect((await box.get(path)).body).toContain(`<time datetime="${at}">${shown}</time>`)
  }
})

test('/dev/mail.json lists the mails to one address', async () => {
  await using box = await mailbox()
  const mail = await box.keep({ to: 'linwan+1@example.com' })
  await box.keep({ to: 'another@example.com', text: '没有验证码，编号 1234567。' })
  const { mails } = (await box.get('/dev/mail.json?to=linwan%2B1%40example.com')).json<{
    mails: object[]
  }>()
  expect(mails).toEqual([
    {
      id: mail.id,
      at: expect.stringMatching(/Z$/),
      from: 'shop <no-reply@example.com>',
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      code: '482917',
    },
  ])
  const all = (await box.get('/dev/mail.json?to=a&to=b')).json<{
    mails: { code: string | null }[]
  }>()
  expect(new Set(all.mails.map(({ code }) => code))).toEqual(new Set(['482917', null]))
})

test('a mail is shown in a sandbox without scripts and remote content, and can be downloaded', async () => {
  await using box = await mailbox()
  const mail = await box.keep({
    subject: '<script>alert(1)</script>',
    html: '<script>alert(1)</script><b>好</b>',
  })
  const page = await box.get(`/dev/mail/${mail.id}`)
  expect(page.body).not.toContain('<script')
  expect(page.body).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(page.headers['content-security-policy']).toContain(
    "default-src 'none'; style-src 'sha256-",
  )
  const inner = await box.get(`/dev/mail/${mail.id}/html`)
  expect(inner.body).toBe(mail.html)
  expect(inner.headers['content-security-policy']).toMatch(
    /default-src 'none';.*; sandbox allow-popups/,
  )
  expect(inner.headers['content-security-policy']).not.toMatch(/script|allow-same-origin/)
  const { headers, rawPayload } = await box.get(`/dev/mail/${mail.id}/eml`)
  expect(headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': `attachment; filename="${mail.id}.eml"`,
  })
  expect(await PostalMime.parse(rawPayload)).toMatchObject({ subject: mail.subject })
})

test('no address reads files outside the mail folder', async () => {
  await using box = await mailbox()
  await box.keep()
  await writeFile(join(box.folder, 'secret.json'), '{}')
  await writeFile(join(box.folder, 'secret.eml'), 'secret')
  const ids = ['../secret', '..%2fsecret', '..%5csecret', '%2e%2e%2fsecret', uuidv7(), 'x%00', '']
  const urls = ids.flatMap((id) => ['', '/html', '/eml'].map((part) => `/dev/mail/${id}${part}`))
  for (const url of urls) {
    const { statusCode, body } = await box.get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).not.toBe('secret')
  }
})
