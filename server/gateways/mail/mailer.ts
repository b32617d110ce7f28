import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { storeCapturedMail } from './captured-mail.ts'
import { placeLogo } from '../../mail/letter.ts'
import { mailLibrary } from '../libraries.ts'

export interface Mail {
  /** Becomes the Message-ID, so that a mail that is sent twice can be recognised as one. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Address for replies; the sender when absent. */
  replyTo?: string | undefined
  /** Address that takes the receiver off the list by one POST (RFC 8058). */
  unsubscribe?: string | undefined
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail; rejects with UndeliverableMail when a retry is useless. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** The mail server refuses the recipient's address permanently. */
export class UndeliverableMail extends Error {
  override name = 'UndeliverableMail'
}

interface Brand {
  name: string
  /** Puts the shop's colours into a mail's HTML; null leaves it as it is. */
  recolor?: ((html: string) => string) | null
  /** A PNG that stands before the brand of each mail; null: none does. */
  logo?: Buffer | null
}

/** Creates the mailer of the settings; the sender has the shop's name unless `mail.from` has one of its own. */
export function createMailer(
  { mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>,
  { name, recolor = null, logo = null }: Brand,
): Mailer {
  const from = mail.from.includes('<') ? mail.from : `"${name.replaceAll('"', '')}" <${mail.from}>`
  const mailer =
    mail.smtpUrl === null
      ? createCapturingMailer(join(dataDir, 'mail'), from, logo)
      : createSmtpMailer(mail.smtpUrl, from, logo)
  if (recolor === null) return mailer
  return {
    send: (message, signal) => mailer.send({ ...message, html: recolor(message.html) }, signal),
    close: () => mailer.close(),
  }
}

const CONNECT_MS = 5_000
const SILENCE_MS = 20_000

/** Sends over SMTP; the URL may contain transport options such as `?requireTLS=true`. */
export function createSmtpMailer(url: string, from: string, logo: Buffer | null = null): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async send(mail, signal) {
      opened ??= openTransport(url)
      try {
        await opened.sendMail({ ...messageOf(mail, from, logo), signal })
      } catch (error) {
        throw toldFailure(error)
      }
    },
    close: () => opened?.close(),
  }
}

function openTransport(url: string) {
  const transport = mailLibrary().createTransport({
    url,
    pool: true,
    maxConnections: 4,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  // the next mail replaces a broken idle connection and reports the error
  transport.on('error', () => {})
  return transport
}

/** Writes every mail into the folder instead of sending it. */
export function createCapturingMailer(
  folder: string,
  from: string,
  logo: Buffer | null = null,
): Mailer {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
  return {
    async send(mail) {
      const transport = mailLibrary().createTransport(options)
      const { message } = await transport.sendMail(messageOf(mail, from, logo))
      if (!Buffer.isBuffer(message)) throw new TypeError('the transport did not build the message')
      // a browser shows no attachment inside a page
      const address = logo && `data:image/png;base64,${logo.toString('base64')}`
      const shown = { ...mail, html: placeLogo(mail.html, address) }
      await storeCapturedMail(folder, { ...shown, from, at: new Date().toISOString() }, message)
    },
    close: () => {},
  }
}

const LOGO = {
  ...{ cid: 'logo', filename: 'logo.png', contentType: 'image/png' },
  contentDisposition: 'inline',
} as const

function messageOf(
  { id, to, subject, text, html, replyTo, unsubscribe }: Mail,
  from: string,
  logo: Buffer | null,
): SendMailOptions {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    messageId: `<${id}@${domain}>`,
    from,
    // as an object it is one address, even when it contains commas
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    // with the mail: programs ask before they fetch a picture, and the sender learns nothing of who reads it
    html: placeLogo(html, logo && 'cid:logo'),
    ...(logo && { attachments: [{ ...LOGO, content: logo }] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * The failure as logs and operators may see it, with the codes of the SMTP library or of Node: a mail server may quote
 * the mail that it refuses, so its words are masked and the library's own error is left behind.
 */
function toldFailure(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(maskCodes(String(error)))
  const message = maskCodes(error.message)
  if (isPermanentRefusal(error)) return new UndeliverableMail(message)
  return Object.assign(new Error(message), 'code' in error && { code: error.code })
}

/** Whether the server answered RCPT TO with 5xx. Other refusals (login, greylisting, content) may pass later. */
function isPermanentRefusal(error: Error): boolean {
  return (
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}

/** A mail server quotes a mail as it travels: in base64, or quoted-printable, which breaks long lines. */
const QUOTED_LINE_END = /=\r?\n/g

/** Hides codes and the tokens of links: they open the account. */
export function maskCodes(text: string): string {
  return text
    .replaceAll(QUOTED_LINE_END, '')
    .replaceAll(/[\w+/=-]{43,}/g, '••••••')
    .replaceAll(/(?<!\d)\d{6}(?!\d)/g, '••••••')
}

/** Connects to the mail server as for a mail, TLS and login included, and sends none. Rejects with what failed. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = mailLibrary().createTransport({
    url,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: CONNECT_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
