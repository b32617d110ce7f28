import { useSession } from '../lib/session/session.ts'

export type UserPart = 'nickname' | 'email' | 'initial'

const NAMELESS = '我的账户'

/**
 * Name, e-mail or initial of the logged-in user. In prerendered HTML `before-paint.ts` fills the element,
 * and React hydrates it as it is.
 */
export function UserText({ part, className }: { part: UserPart; className?: string }) {
  const user = useSession()
  const name = user === null ? '' : user.nickname || NAMELESS
  const text = { nickname: name, email: user?.email ?? '', initial: Array.from(name)[0] ?? '' }[
    part
  ]
  return (
    <span className={className} translate="no" data-user={part} suppressHydrationWarning>
      {text}
    </span>
  )
}
