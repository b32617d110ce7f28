import type { FastifyRequest } from 'fastify'
import type * as contract from '#contract/console/staff/invitation.ts'
import { rejectWeakPassword } from '../../account/password/password-rules.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { findInvitation, type InvitationRow } from '../../operator/operators/invitations.store.ts'
import {
  findOperator,
  hasOperators,
  type OperatorRow,
} from '../../operator/operators/operators.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { attempt } from '../../http/limits/attempt.ts'
import { newAuthenticator, openTicket } from '../sign-in/authenticator.ts'
import {
  consumeChallenge,
  issueChallenge,
  readChallenge,
  passkeySite,
} from '../sign-in/challenges.ts'
import { setCodeFactor } from '../sign-in/factors.store.ts'
import { linkBuckets } from '../sign-in/limits.ts'
import { addPasskey } from '../../second-factor/factors.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import { creationOptions, verifyNewPasskey } from '../../second-factor/passkeys.ts'
import { acceptInvitation, type Invited } from './accept.ts'

interface Person {
  token: string
  email: string
  name: string
}

export function invitationHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { sql, now, passwords } = deps
  const whoOf = ({ token }: Person) => hashToken(token).toString('base64url')

  return {
    async readInvitation({ input: { token }, request }) {
      const { invitation } = await requireInvitation(deps, request, token)
      const { email, name, role, expiresAt } = invitation
      return { email, name, role, expiresAt: expiresAt.toISOString() }
    },
    async beginInvitedPasskey({ input, request, reply }) {
      const { operatorId, email, name } = await requireInvited(deps, request, input)
      const challenge = issueChallenge(deps, reply, { what: 'accept', who: whoOf(input) })
      const known = await operatorFactors.listPasskeys(sql, operatorId)
      const owner = { id: operatorId, email, name }
      return {
        options: { ...(await creationOptions(passkeySite(deps), { challenge, owner, known })) },
      }
    },
    async acceptWithPasskey({ input, request, reply }) {
      const invited = await requireInvited(deps, request, input)
      const issued = readChallenge(deps, request, { what: 'accept', who: whoOf(input) })
      const passkey = await verifyNewPasskey(passkeySite(deps), input.response, issued.challenge)
      return acceptInvitation(deps, invited, { request, reply }, async (tx) => {
        await consumeChallenge(tx, reply, issued)
        const owned = { ownerId: invited.operatorId, name: input.passkeyName, createdAt: now() }
        await addPasskey(operatorFactors, tx, { ...passkey, ...owned })
      })
    },
    async beginInvitedCode({ input, request }) {
      const { email } = await requireInvited(deps, request, input)
      return newAuthenticator(deps, { who: whoOf(input), email })
    },
    async acceptWithCode({ input, request, reply }) {
      const invited = await requireInvited(deps, request, input)
      rejectWeakPassword(deps, input.password, invited.email)
      const { ticket, code } = input
      const { codeSecret, step } = await openTicket(deps, { ticket, who: whoOf(input), code })
      const passwordHash = await passwords.hash(input.password, 'owner')
      return acceptInvitation(deps, invited, { request, reply }, (tx) =>
        setCodeFactor(tx, invited.operatorId, { passwordHash, codeSecret, step }),
      )
    },
  }
}

/** The invitation of a token and the operator that it is for, if there is one already. Throws LINK_EXPIRED. */
async function requireInvitation(
  deps: ConsoleDeps,
  request: FastifyRequest,
  token: string,
): Promise<{ invitation: InvitationRow; known: OperatorRow | null }> {
  const { sql, now } = deps
  return attempt(deps, linkBuckets(request.ip), async () => {
    const invitation = await findInvitation(sql, { tokenHash: hashToken(token), now: now() })
    if (invitation === null) throw new AppError('LINK_EXPIRED')
    // the first owner's link is good for the first one
    if (invitation.email === null && (await hasOperators(sql))) throw new AppError('LINK_EXPIRED')
    const known = invitation.email === null ? null : await findOperator(sql, invitation.email)
    if (known !== null && known.disabledAt !== null) throw new AppError('LINK_EXPIRED')
    return { invitation, known }
  })
}

async function requireInvited(
  deps: ConsoleDeps,
  request: FastifyRequest,
  person: Person,
): Promise<Invited> {
  const { invitation, known } = await requireInvitation(deps, request, person.token)
  return {
    tokenHash: hashToken(person.token),
    operatorId: known?.id ?? invitation.id,
    email: invitation.email ?? person.email,
    name: known?.name ?? person.name,
    role: known?.role ?? invitation.role,
  }
}
