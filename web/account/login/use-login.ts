import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { CallError } from '../../lib/call/failure.ts'
import { toast } from '../../lib/toast.ts'
import { type Captcha, useCaptcha } from '../captcha/use-captcha.ts'

interface Login {
  /** False when the captcha, once asked for, did not come through. */
  logIn: (email: string, password: string) => Promise<boolean>
  /** Missing until the server has asked for it. */
  captcha: Captcha | undefined
}

/** Logs in, and brings the captcha along from the moment the server asks for it. */
export function useLogin(): Login {
  const captcha = useCaptcha()
  const [isAsked, setIsAsked] = useState(false)

  async function logIn(email: string, password: string): Promise<boolean> {
    const given = { email, password: await passwordDigest(password) }
    const send = (token?: string) =>
      call(api.account.login, token === undefined ? given : { ...given, captcha: token }, {
        isQuiet: true,
      })
    const answer = (await tryWithout(send)) ?? (await captcha.guard(send))
    if (answer?.staysOpen) toast('欢迎回来，账户会保留，不再注销')
    return answer !== undefined
  }

  /** Undefined when the server wants the captcha, as it may have said before. */
  async function tryWithout<T>(send: () => Promise<T>): Promise<T | undefined> {
    if (isAsked) return undefined
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'CAPTCHA_REQUIRED')) throw error
      // The captcha may need its place in the page at once.
      flushSync(() => setIsAsked(true))
      return undefined
    }
  }

  return { logIn, captcha: isAsked ? captcha : undefined }
}
