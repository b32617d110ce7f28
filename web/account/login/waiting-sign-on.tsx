import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { waitingSignOn } from '#contract/sign-on.ts'
import { call } from '../../lib/call/call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

type SignOn = OutputOf<typeof waitingSignOn>

/** The application for which the customer logs in; null while it is read, and when there is none. */
export function useWaitingSignOn(id: string | null): SignOn | null {
  const [signOn, setSignOn] = useState<SignOn | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    const left = new AbortController()
    // the page works without it
    call(waitingSignOn, { id }, { isSilent: true, signal: left.signal }).then(setSignOn, () => {})
    return () => left.abort()
  }, [id])
  return signOn
}

/** Says where the login leads. */
export function WaitingSignOn({ applicationName, needsPassword }: SignOn) {
  return (
    <Notice>
      {needsPassword
        ? `“${applicationName}”请您再输入一次密码，然后回到那里。`
        : `登录后回到“${applicationName}”。`}
    </Notice>
  )
}
