import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import {
  listCapturedMails,
  readCapturedMail,
  readCapturedMessage,
  type CapturedMail,
} from '../../gateways/mail/captured-mail.ts'
import { listPage, mailPage, missingPage, STYLE, type ShownMail } from './dev-mail-pages.ts'

const SHOWN = 100

const styleHash = createHash('sha256').update(STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
/** A mail is untrusted HTML: no scripts, no remote content, and its links open outside the sandbox. */
const MAIL_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`

const idOnly = z.object({ id: z.string() })
const filter = z.catch(z.object({ to: z.optional(z.string()) }), {})

/**
 * Shows the captured mails, with times of the shop's time zone. For development and tests only, since it
 * shows all codes.
 */
export function devMail(folder: string, timeZone: string): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    })

    app.get('/dev/mail', async (_request, reply) => {
      const mails = await listCapturedMails(folder, { limit: SHOWN })
      return sendPage(reply, listPage(mails.map(withCode), timeZone))
    })

    app.get('/dev/mail.json', async (request) => {
      const { to } = filter.parse(request.query)
      const mails = await listCapturedMails(folder, { limit: SHOWN, to })
      return { mails: mails.map(withCode).map(({ html: _html, ...mail }) => mail) }
    })

    app.get('/dev/mail/:id', async (request, reply) => {
      const mail = await readCapturedMail(folder, idOnly.parse(request.params).id)
      if (mail === null) return sendPage(reply.code(404), missingPage())
      return sendPage(reply, mailPage(withCode(mail), timeZone))
    })

    app.get('/dev/mail/:id/html', async (request, reply) => {
      const mail = await readCapturedMail(folder, idOnly.parse(request.params).id)
      if (mail === null) return sendPage(reply.code(404), missingPage())
      return reply
        .header('content-security-policy', MAIL_POLICY)
        .type('text/html; charset=utf-8')
        .send(mail.html)
    })

    app.get('/dev/mail/:id/eml', async (request, reply) => {
      const { id } = idOnly.parse(request.params)
      const message = await readCapturedMessage(folder, id)
      if (message === null) return sendPage(reply.code(404), missingPage())
      return reply
        .header('content-disposition', `attachment; filename="${id}.eml"`)
        .type('message/rfc822')
        .send(message)
    })
  }
}

/** Finds the code, which has its own line in the text part. */
function withCode(mail: CapturedMail): ShownMail {
  return { ...mail, code: /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1] ?? null }
}

function sendPage(reply: FastifyReply, { markup }: { markup: string }): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(markup)
}
