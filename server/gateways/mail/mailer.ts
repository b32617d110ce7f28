import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config.ts'
import { storeCapturedMail } from './captured-mail.ts'
import { mailLibrary } from '../libraries.ts'

export interface Mail {
  /** Becomes the Message-ID, so a mail that goes out twice can be recognised as one. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes; to the sender when absent. */
  replyTo?: string | undefined
}

export interface Mailer {
  /** Resolves when the mail is out of our hands; rejects with UndeliverableMail when trying again is no use. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** The receiving side refuses the address for good. */
export class UndeliverableMail extends Error {
  override name = 'UndeliverableMail'
}

interface Brand {
  name: string
  /** Puts the shop's colours into a mail's HTML; null leaves it as it is. */
  recolor?: ((html: string) => string) | null
}

/** The mailer of the settings; the sender bears the shop's name unless it has one of its own. */
export function createMailer(
  { mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>,
  { name, recolor = null }: Brand,
): Mailer {
  const from = mail.from.includes('<') ? mail.from : `"${name.replaceAll('"', '')}" <${mail.from}>`
  const mailer =
    mail.smtpUrl === null
      ? createCapturingMailer(join(dataDir, 'mail'), from)
      : createSmtpMailer(mail.smtpUrl, from)
  if (recolor === null) return mailer
  return {
    send: (message, signal) => mailer.send({ ...message, html: recolor(message.html) }, signal),
    close: () => mailer.close(),
  }
}

const CONNECT_MS = 5_000
const SILENCE_MS = 20_000

/** Sends over SMTP; the URL may carry the options of the transport, such as `?requireTLS=true`. */
export function createSmtpMailer(url: string, from: string): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async send(mail, signal) {
      opened ??= openTransport(url)
      try {
        await opened.sendMail({ ...messageOf(mail, from), signal })
      } catch (error) {
        throw isRefusedForGood(error)
          ? new UndeliverableMail(wordsOf(error), { cause: error })
          : error
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
  // An idle connection that breaks is replaced at the next mail, which reports what is wrong.
  transport.on('error', () => {})
  return transport
}

/** Writes every mail into the folder instead of sending it. */
export function createCapturingMailer(folder: string, from: string): Mailer {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
  return {
    async send(mail) {
      const transport = mailLibrary().createTransport(options)
      const { message } = await transport.sendMail(messageOf(mail, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('the transport did not build the message')
      await storeCapturedMail(folder, { ...mail, from, at: new Date().toISOString() }, message)
    },
    close: () => {},
  }
}

function messageOf({ id, to, subject, text, html, replyTo }: Mail, from: string): SendMailOptions {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    messageId: `<${id}@${domain}>`,
    from,
    // As an object it is one address, whatever commas it holds.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A 5xx to the recipient. Any other refusal (login, greylisting, content) may pass when tried later. */
function isRefusedForGood(error: unknown): boolean {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
