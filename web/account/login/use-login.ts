import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { knownPasswordDigest } from '../../lib/password/digest.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'
import { type Captcha, useCaptcha } from '../captcha/use-captcha.ts'

interface Login {
  /**
   * Resolves to false when the server required the captcha and it was not solved. Rejects with SECOND_FACTOR when the
   * password was right and the second factor is still to come.
   */
  logIn: (email: string, password: string) => Promise<boolean>
  /** Undefined until the server requires it. */
  captcha: Captcha | undefined
}

/** Logs in; sends a captcha as soon as the server requires one. */
export function useLogin(): Login {
  const captcha = useCaptcha()
  const [isAsked, setIsAsked] = useState(false)

  async function logIn(email: string, password: string): Promise<boolean> {
    const given = { email, password: await knownPasswordDigest(password) }
    const send = (token?: string) =>
      call(api.account.login, token === undefined ? given : { ...given, captcha: token }, {
        isQuiet: true,
      })
    const answer = (await tryWithoutCaptcha(send)) ?? (await captcha.callWithToken(send))
    if (answer?.staysOpen) toast('欢迎回来，注销已取消')
    return answer !== undefined
  }

  /** Resolves to undefined when the server requires the captcha now, or did before. */
  async function tryWithoutCaptcha<T>(send: () => Promise<T>): Promise<T | undefined> {
    if (isAsked) return undefined
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'CAPTCHA_REQUIRED')) throw error
      // A captcha widget needs its element in the page before it starts.
      flushSync(() => setIsAsked(true))
      return undefined
    }
  }

  return { logIn, captcha: isAsked ? captcha : undefined }
}
