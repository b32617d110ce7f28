import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { maskedEmail, SESSION_COOKIE } from '../../http/cookies.ts'
import { readSession, type Session } from '../../http/sessions/session.ts'
import { lockSession } from '../../http/sessions/sessions.store.ts'
import { prepareNotice } from '../keys/access-notice.ts'
import { lockUser } from '../keys/api-keys.store.ts'
import { findSignOnApplication, type SignOnApplication, storeGrant } from './applications.store.ts'
import { withSession } from './current-session.ts'
import type { OpenProvider } from './open-provider.ts'
import type { SignOnPages } from './pages/pages.ts'
import { PATHS, STEP_PATH } from './paths.ts'
import type { SignOnProvider, StepResult } from './sign-on-provider.ts'
import { needsPassword, type SignOnStep } from './step.ts'
import type { SignOnPage } from './pages/document.ts'

const ROUTE = `${STEP_PATH}/:id`
const BODY_LIMIT = 1024

const idOnly = z.object({ id: z.string() })
/** `user`: the one whom the page asked. */
const consentAnswer = z.object({ answer: z.enum(['agree', 'refuse']), user: z.string() })

interface OpenStep {
  provider: SignOnProvider
  step: SignOnStep
  session: Session | null
}

/** `/account/sign-on/:id`: sends the user to the login, or asks whether an application may have what it wants. */
export function serveSteps(
  app: FastifyInstance,
  deps: Pick<Deps, 'sql' | 'now' | 'limits' | 'config' | 'content'>,
  { openProvider, pages }: { openProvider: OpenProvider; pages: SignOnPages },
): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get(ROUTE, async (request, reply) => {
    const open = await openStep(request, reply)
    if (open === null) return reply
    const { provider, step, session } = open
    const application = await findSignOnApplication(deps.sql, step.clientId)
    const isFirstParty = application?.isFirstParty === true
    if (session === null || needsPassword(step, session, { isFirstParty, now: deps.now() })) {
      const { id } = idOnly.parse(request.params)
      const redirect = new URLSearchParams({ redirect: `${STEP_PATH}/${id}` })
      return reply.redirect(`/account/login?${redirect.toString()}`, 303)
    }
    if (step.need === 'login') {
      const { userId, authenticatedAt } = session
      return goOn(request, reply, provider, { userId, authenticatedAt })
    }
    if (application === null) return sendPage(reply.code(400), pages.failure('unknown-application'))
    return sendPage(reply, pages.consent(consentView(step, session, application)))
  })

  app.post(ROUTE, async (request, reply) => {
    const open = await openStep(request, reply)
    if (open === null) return reply
    const { provider, step, session } = open
    const application = await findSignOnApplication(deps.sql, step.clientId)
    const parsed = consentAnswer.safeParse(request.body)
    if (!isOwnForm(request) || !parsed.success || application === null || step.need !== 'consent')
      return sendPage(reply.code(400), pages.failure('wrong-request'))
    // the first answer counts
    if (step.isAnswered) return reply.redirect(`${PATHS.authorization}/${step.id}`, 303)
    // while the page was open the session ended, or another user logged in
    if (session?.userId !== parsed.data.user) return reply.redirect(request.url, 303)
    if (parsed.data.answer === 'refuse') return goOn(request, reply, provider, 'refused')
    const { isFirstParty } = application
    // the page was open for long: it leads to the login
    if (needsPassword(step, session, { isFirstParty, now: deps.now() }))
      return reply.redirect(request.url, 303)
    const { clientId, scopes } = step
    const { userId } = session
    const grantId = await withSession(session, () =>
      provider.createGrant({ clientId, userId, scopes }),
    )
    const needsGrant = scopes.includes('credit') && !isFirstParty
    const isAlive =
      grantId !== null &&
      (!needsGrant || (await giveGrant(request, session, { application, scopes })))
    return isAlive ? goOn(request, reply, provider, { grantId }) : reply.redirect(request.url, 303)
  })

  /**
   * Lets the application spend credit and mails the user about it. False, and nothing is stored, when the session was
   * ended meanwhile: whoever ended it has taken new grants back.
   */
  async function giveGrant(
    request: FastifyRequest,
    { userId, tokenHash }: Session,
    { application, scopes }: { application: SignOnApplication; scopes: string[] },
  ): Promise<boolean> {
    const notice = await prepareNotice(deps, userId, request)
    const stored = await deps.sql.begin(async (tx) => {
      const email = await lockUser(tx, userId)
      if (!(await lockSession(tx, tokenHash))) return null
      const grant = { userId, applicationId: application.id, scopes }
      const isNew = await storeGrant(tx, grant, deps.now())
      if (isNew) await notice.queue(tx, email, { application: application.name, keyHint: null })
      return { isNew }
    })
    if (stored?.isNew) await notice.count()
    return stored !== null
  }

  /** Sends a page and returns null when there is no such step in this browser. */
  async function openStep(request: FastifyRequest, reply: FastifyReply): Promise<OpenStep | null> {
    const provider = await openProvider()
    if (provider === null) {
      reply.callNotFound()
      return null
    }
    const step = await provider.readStep(request.raw, reply.raw)
    if (step === null) {
      void sendPage(reply.code(400), pages.failure('expired'))
      return null
    }
    const session = await readSession(deps, request.cookies[SESSION_COOKIE])
    return { provider, step, session }
  }

  async function goOn(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: SignOnProvider,
    result: StepResult,
  ): Promise<FastifyReply> {
    return reply.redirect(await provider.completeStep(request.raw, reply.raw, result), 303)
  }
}

function consentView(
  { id, redirectUrl, scopes }: SignOnStep,
  { userId, nickname, email }: Session,
  { name }: SignOnApplication,
) {
  return {
    ...{ applicationName: name, redirectUrl, scopes, path: `${STEP_PATH}/${id}` },
    user: { id: userId, nickname, maskedEmail: maskedEmail(email) },
  }
}

export function sendPage(reply: FastifyReply, { html, headers }: SignOnPage): FastifyReply {
  return reply.headers(headers).send(html)
}

/**
 * Whether a form was sent by a page of ours. It needs no token: its cookie is of this browser, and the browser says
 * where the page was from.
 */
export function isOwnForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}
