import { useEffect, useState } from 'react'
import { readInvitation } from '#contract/console/staff/invitation.ts'
import type { SignedInOperator } from '#contract/console/shapes.ts'
import { useLocation, useNavigate } from '#web/lib/router/contexts.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { type Load, useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { changeSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { RecoveryCodes } from '#web/ui/display/recovery-codes.tsx'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { type Accepted, AcceptForms, type Invitation } from './accept-forms.tsx'

/** Where a mailed or printed link leads: a new operator chooses how to sign in. */
export function InvitationPage() {
  const { name } = useConsoleSite()
  const navigate = useNavigate()
  const token = useInvitationToken()
  const [accepted, setAccepted] = useState<Accepted>()
  const load = useLoad(token, (signal) =>
    callConsole(readInvitation, { token }, { signal, isQuiet: true }),
  )
  useTitle('接受邀请')

  async function enter(operator: SignedInOperator) {
    await navigate('/', { replace: true })
    changeSession({ operator, isRead: true, isNew: false })
  }

  if (accepted) {
    const { operator, recoveryCodes } = accepted
    return (
      <SignInFrame title="存好恢复码" lead={`${operator.name}，您已经可以登录了。最后一步：`}>
        <section className="card" aria-label="恢复码">
          <RecoveryCodes
            fileName={`${name} 控制台恢复码.txt`}
            codes={recoveryCodes}
            continueLabel="进入控制台"
            onContinue={() => void enter(operator)}
          />
        </section>
      </SignInFrame>
    )
  }
  if (isExpired(load))
    return (
      <SignInFrame title="这个邀请不能用了" lead="链接已经用过、已过期，或者没有复制完整。">
        <section className="card" aria-label="怎么办">
          <p>请让邀请您的同事再发一次。链接 24 小时内有效，只能用一次。</p>
          <ButtonLink to="/">去登录</ButtonLink>
        </section>
      </SignInFrame>
    )
  return (
    <SignInFrame title="加入控制台" lead={`“${name}”请您一起照看商店。`}>
      <section className="card" aria-label="接受邀请">
        <Loaded load={load} what="邀请" lines={5}>
          {(invitation) => (
            <AcceptForms token={token} invitation={invitation} onAccepted={setAccepted} />
          )}
        </Loaded>
      </section>
    </SignInFrame>
  )
}

/** Also for a token that no server ever made. */
function isExpired({ error }: Load<Invitation>): boolean {
  return error?.code === 'LINK_EXPIRED' || error?.code === 'VALIDATION'
}

/**
 * The token of the link, '' without one. `before-paint.ts` has moved it into the history entry; that of a link
 * opened later, in the same document, is moved here.
 */
function useInvitationToken(): string {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  const linked = hash.slice(1)

  useEffect(() => {
    if (linked !== '') void navigate(pathname, { replace: true, state: { token: linked } })
  }, [linked, pathname, navigate])

  if (linked !== '') return linked
  const isKept = typeof state === 'object' && state !== null && 'token' in state
  return isKept && typeof state.token === 'string' ? state.token : ''
}
