import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { CSP_REPORT_PATH } from '../pages/document-headers.ts'

const BODY_LIMIT = 16 * 1024
/** A few reports show a broken page; a thousand visitors must not fill the log. */
const LOGGED_EACH_MINUTE = 20
const MINUTE_MS = 60_000

const text = z.catch(z.string().check(z.maxLength(2_000)), '')
const oldForm = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
})
const newForm = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
)

export interface Violation {
  directive: string
  blocked: string
  /** The path alone, because an address may hold a token. */
  page: string
}

/** Receives the browsers' reports of what the content security policy refused. */
export function cspReports(
  onViolation: (violation: Violation) => void = () => {},
): FastifyPluginAsync {
  return async (app) => {
    let logged = 0
    let minute = 0
    const types = ['application/csp-report', 'application/reports+json']
    app.addContentTypeParser(
      types,
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      app.getDefaultJsonParser('error', 'error'),
    )
    app.post(CSP_REPORT_PATH, async (request, reply) => {
      for (const violation of violationsIn(request.body)) {
        onViolation(violation)
        const now = Math.floor(Date.now() / MINUTE_MS)
        if (now !== minute) [minute, logged] = [now, 0]
        if (logged++ < LOGGED_EACH_MINUTE) request.log.warn({ violation }, 'CSP violation')
      }
      return reply.code(204).send()
    })
  }
}

function violationsIn(body: unknown): Violation[] {
  const old = oldForm.safeParse(body)
  if (old.success) {
    const report = old.data['csp-report']
    return [
      {
        directive: report['effective-directive'] || report['violated-directive'],
        blocked: withoutQuery(report['blocked-uri']),
        page: pathOf(report['document-uri']),
      },
    ]
  }
  const reports = newForm.safeParse(body)
  return (reports.data ?? []).map(({ body: { effectiveDirective, blockedURL, documentURL } }) => ({
    directive: effectiveDirective,
    blocked: withoutQuery(blockedURL),
    page: pathOf(documentURL),
  }))
}

function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? ''
}

function withoutQuery(address: string): string {
  const url = URL.parse(address)
  return url && url.origin !== 'null' ? url.origin + url.pathname : address.slice(0, 100)
}
