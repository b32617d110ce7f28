import type * as contract from '#contract/console/staff/sign-in.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { hasOperators } from '../../operator/operators/operators.store.ts'
import { consoleActor } from '../actor.ts'
import { clearOperatorCookie } from '../cookies.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { OwnPage } from '../own-page.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { toSignedIn } from '../sessions/sessions.ts'
import { deleteOperatorSession } from '../sessions/sessions.store.ts'
import { issueChallenge, passkeySite } from './challenges.ts'
import { confirmWithCode, confirmWithPasskey } from './confirm.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import { requestOptions } from '../../second-factor/passkeys.ts'
import { signInWithCode, signInWithPasskey, signInWithRecoveryCode } from './sign-in.ts'

export function signInHandlers(
  deps: ConsoleDeps,
  ownPage: OwnPage,
): ConsoleHandlers<typeof contract> {
  const { sql, now } = deps
  return {
    async readConsoleSession({ session, isElsewhere, request, reply }) {
      return {
        csrf: ownPage.token(request, reply),
        operator: session && toSignedIn(session, now()),
        isElsewhere,
        isNew: session === null && !(await hasOperators(sql)),
      }
    },
    async beginPasskeySignIn({ reply }) {
      const challenge = issueChallenge(deps, reply, { what: 'sign-in', who: '' })
      return { options: { ...(await requestOptions(passkeySite(deps), { challenge })) } }
    },
    async signInWithPasskey({ input, request, reply }) {
      return { operator: await signInWithPasskey(deps, input, { request, reply }) }
    },
    async signInWithCode({ input, request, reply }) {
      return { operator: await signInWithCode(deps, input, { request, reply }) }
    },
    async signInWithRecoveryCode({ input, request, reply }) {
      return { operator: await signInWithRecoveryCode(deps, input, { request, reply }) }
    },
    async signOutOfConsole({ session, reply }) {
      await deleteOperatorSession(sql, session.tokenHash)
      await recordAction(sql, {
        ...consoleActor(session),
        command: 'console sign-out',
        given: {},
        subject: null,
        reason: null,
        outcome: 'done',
        result: {},
      })
      clearOperatorCookie(reply)
      return null
    },
    async beginPasskeyConfirmation({ session: { operatorId }, reply }) {
      const challenge = issueChallenge(deps, reply, { what: 'confirm', who: operatorId })
      const allowed = await operatorFactors.listPasskeys(sql, operatorId)
      return { options: { ...(await requestOptions(passkeySite(deps), { challenge, allowed })) } }
    },
    confirmWithPasskey: ({ session, input, request, reply }) =>
      confirmWithPasskey(deps, session, input, { request, reply }),
    confirmWithCode: ({ session, input }) => confirmWithCode(deps, session, input),
  }
}
