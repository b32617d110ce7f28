import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import { placeLogo, renderLetter } from '../../mail/letter.ts'
import { freePort } from '../../testing/free-ports.ts'
import { listCapturedMails, readCapturedMail, readCapturedMessage } from './captured-mail.ts'
import {
  createCapturingMailer,
  createMailer,
  createSmtpMailer,
  UndeliverableMail,
  type Mail,
} from './mailer.ts'

const FROM = '"星桥 AI" <no-reply@shop.example.com>'

function newMail(to = 'linwan@example.com'): Mail {
  return {
    id: uuidv7(),
    to,
    subject: '482917 是您的星桥 AI 注册验证码，请在十分钟内填写，谢谢您的耐心',
    ...renderLetter({
      brand: '星桥 AI',
      title: '注册验证码',
      paragraphs: ['请填写下面的验证码。'],
      code: '482917',
      footer: '不是您本人？',
    }),
  }
}

/** A mail server that keeps what it is given and refuses whom it is told to. */
async function mailServer(
  refuse: (address: string) => number | null = () => null,
  refusal = 'refused',
) {
  const received: { from: string; to: string[]; email: Email }[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse(address)
      done(responseCode === null ? null : Object.assign(new Error(refusal), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      void keep(stream, envelope).finally(done)
    },
  })
  async function keep(message: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope) {
    const email = await PostalMime.parse(await buffer(message))
    const from = mailFrom === false ? '' : mailFrom.address
    received.push({ from, to: rcptTo.map(({ address }) => address), email })
  }
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function mailerTo(url: string) {
  const mailer = createSmtpMailer(url, FROM)
  return { send: mailer.send.bind(mailer), [Symbol.dispose]: () => mailer.close() }
}

test('sent mails arrive over one connection, with sender name, both parts, message id and Auto-Submitted header', async () => {
  await using server = await mailServer()
  using mailer = mailerTo(server.url)
  const mail = newMail()
  await mailer.send(mail)
  const [{ email, ...envelope } = { email: undefined }] = server.received
  expect(envelope).toEqual({ from: 'no-reply@shop.example.com', to: [mail.to] })
  expect(email).toMatchObject({
    from: { name: '星桥 AI', address: 'no-reply@shop.example.com' },
    to: [{ address: mail.to }],
    subject: mail.subject,
    messageId: `<${mail.id}@shop.example.com>`,
  })
  expect(email?.text?.trim()).toBe(mail.text.trim())
  expect(email?.html?.trim()).toBe(placeLogo(mail.html, null).trim())
  expect(email?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  await mailer.send(newMail())
  await mailer.send(newMail())
  expect([server.received.length, server.connections()]).toEqual([3, 1])
})

test('the addresses to unsubscribe and to reply become headers, which are absent without them', async () => {
  await using server = await mailServer()
  using mailer = mailerTo(server.url)
  const unsubscribe = `https://shop.example.com/unsubscribe/low.${uuidv7()}.${'A'.repeat(43)}`
  await mailer.send({ ...newMail(), unsubscribe, replyTo: 'support@shop.example.com' })
  await mailer.send(newMail())
  expect(server.received.map(({ email }) => email.replyTo)).toEqual([
    [{ name: '', address: 'support@shop.example.com' }],
    undefined,
  ])
  const headers = server.received.map(({ email }) =>
    email.headers
      .filter(({ key }) => key.startsWith('list-'))
      .map(({ key, value }) => ({ key, value })),
  )
  expect(headers).toEqual([
    [
      { key: 'list-unsubscribe', value: `<${unsubscribe}>` },
      { key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' },
    ],
    [],
  ])
})

test('recolor changes the HTML part of a sent mail and not its text part', async () => {
  await using server = await mailServer()
  const mail = { smtpUrl: server.url, from: 'no-reply@shop.example.com' }
  const recolor = (html: string) => html.replaceAll('#4353ff', '#0a8f5b')
  const mailer = createMailer({ mail, dataDir: '' }, { name: '青禾', recolor })
  const html = '<p style="color:#4353ff">你好</p>'
  await mailer.send({ ...newMail(), html, text: '#4353ff' })
  mailer.close()
  const [{ email } = { email: undefined }] = server.received
  expect(email?.from).toEqual({ name: '青禾', address: 'no-reply@shop.example.com' })
  expect(email?.html?.trim()).toBe('<p style="color:#0a8f5b">你好</p>')
  expect(email?.text?.trim()).toBe('#4353ff')
})

test('the logo travels with the mail, shown before its brand and never fetched; without one the brand stands alone', async () => {
  await using server = await mailServer()
  const config = { mail: { smtpUrl: server.url, from: 'no-reply@shop.example.com' }, dataDir: '' }
  const logo = Buffer.from('a picture')
  for (const given of [logo, null]) {
    const mailer = createMailer(config, { name: '青禾', logo: given })
    await mailer.send(newMail())
    mailer.close()
  }
  const [first, second] = server.received.map(({ email }) => email)
  expect(first?.html).toMatch(/<img src="cid:logo" [^>]*alt=""[^>]*>星桥 AI/)
  expect(first?.attachments).toMatchObject([
    { contentId: '<logo>', mimeType: 'image/png', disposition: 'inline' },
  ])
  expect(second?.html).not.toMatch(/<img|<!--/)
  expect(second?.attachments).toEqual([])
})

test('address and subject cannot inject recipients or headers', async () => {
  await using server = await mailServer()
  using mailer = mailerTo(server.url)
  await mailer.send({ ...newMail(), subject: 'a\r\nBcc: second@example.com\r\nX-Extra: 1' })
  await mailer.send(newMail('first@example.com, second@example.com')).catch(() => {})
  await mailer.send(newMail('first@example.com>\r\nRCPT TO:<second@example.com')).catch(() => {})
  expect(server.received.flatMap(({ to }) => to)).not.toContain('second@example.com')
  expect(server.received[0]?.email.headers.map(({ key }) => key)).not.toContain('x-extra')
})

test('a 550 recipient is undeliverable, a 451 is a temporary failure', async () => {
  await using server = await mailServer((address) => (address.startsWith('gone') ? 550 : 451))
  using mailer = mailerTo(server.url)
  await expect(mailer.send(newMail('gone@example.com'))).rejects.toThrow(UndeliverableMail)
  const busy = await mailer.send(newMail('busy@example.com')).catch((error: unknown) => error)
  expect(busy).toBeInstanceOf(Error)
  expect(busy).not.toBeInstanceOf(UndeliverableMail)
})

test('a refusal that quotes the mail is told without its code and its link', async () => {
  const token = randomBytes(32).toString('base64url')
  const quote = `spam: 482917, https://shop.example/account/reset-password?token=3D${token} ${Buffer.from(token).toString('base64')}`
  await using server = await mailServer(() => 451, quote)
  using mailer = mailerTo(server.url)
  const error: unknown = await mailer.send(newMail()).catch((failure: unknown) => failure)
  const told = inspect(error)
  expect(told).toContain('spam: ••••••, https://shop.example/account/reset-password?•••••• ••••••')
  expect(told).not.toContain('482917')
  expect(told).not.toContain(token)
})

test('an unreachable or silent mail server fails within seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  using toSilence = mailerTo(`smtp://127.0.0.1:${port}`)
  const start = performance.now()
  await expect(toSilence.send(newMail())).rejects.toThrow(/greeting/i)
  expect(performance.now() - start).toBeLessThan(8_000)
  silent.close()
  using toNobody = mailerTo(`smtp://127.0.0.1:${await freePort()}`)
  await expect(toNobody.send(newMail())).rejects.toThrow('ECONNREFUSED')
}, 15_000)

test('a captured mail is a valid message and is read back unchanged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-mail-'))
  const mailer = createCapturingMailer(join(folder, 'mail'), FROM)
  const [first, second] = [newMail('a@example.com'), newMail('b@example.com')]
  await mailer.send(first)
  await mailer.send(second)
  await mailer.send(second)
  const kept = join(folder, 'mail')
  expect((await listCapturedMails(kept, { limit: 10 })).map(({ id }) => id)).toEqual(
    [first.id, second.id].toSorted().toReversed(),
  )
  expect(await listCapturedMails(kept, { limit: 10, to: 'a@example.com' })).toMatchObject([
    { ...first, html: placeLogo(first.html, null) },
  ])
  const email = await PostalMime.parse((await readCapturedMessage(kept, first.id)) ?? '')
  expect(email).toMatchObject({
    subject: first.subject,
    messageId: `<${first.id}@shop.example.com>`,
  })
  expect(email.text?.trim()).toBe(first.text.trim())
  expect((await readdir(kept)).toSorted()).toEqual(
    [first, second].flatMap(({ id }) => [`${id}.eml`, `${id}.json`]).toSorted(),
  )
  expect((await stat(join(kept, `${first.id}.json`))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})

test('a mail id cannot address files outside the mail folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-mail-'))
  const mailer = createCapturingMailer(join(folder, 'mail'), FROM)
  const mail = newMail()
  await mailer.send(mail)
  await mailer.send({ ...mail, id: '../../escaped' }).then(
    () => expect.unreachable(),
    (error: unknown) =>
      expect(error).toMatchObject({ message: 'not an id of a mail: ../../escaped' }),
  )
  expect(await readFile(join(folder, 'mail', `${mail.id}.eml`), 'utf8')).toContain('Message-ID')
  const inner = join(folder, 'mail', 'inner')
  for (const id of [`../${mail.id}`, `${mail.id}.json`, '..%2f', '', '.', `${mail.id}\0`]) {
    expect(await readCapturedMail(inner, id)).toBeNull()
    expect(await readCapturedMessage(join(folder, 'mail'), id)).toBeNull()
  }
  await rm(folder, { recursive: true })
})

test('a mail server whose certificate is expired and signed by nobody gets no mail', async () => {
  for (const scheme of ['smtps', 'smtp']) {
    let isGiven = false
    // the library's own certificate, whose key everybody knows
    const server = new SMTPServer({
      secure: scheme === 'smtps',
      authOptional: true,
      logger: false,
      onRcptTo(_address, _session, done) {
        isGiven = true
        done()
      },
    })
    server.on('error', () => {})
    const port = await freePort()
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    const mailer = createSmtpMailer(`${scheme}://127.0.0.1:${port}?requireTLS=true`, FROM)
    await expect(mailer.send(newMail()), scheme).rejects.toThrow(/certificate/)
    expect(isGiven).toBe(false)
    mailer.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})
