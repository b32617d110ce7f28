import { type RefObject, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { email } from '#contract/fields.ts'
import { call } from '../../lib/call/call.ts'
import { formatDuration } from '../../lib/format/duration.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useSecondsUntil } from '../../ui/feedback/countdown.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CaptchaRow } from '../captcha/captcha-row.tsx'
import { useCaptcha } from '../captcha/use-captcha.ts'
import { now } from '../../lib/clock.ts'

/** The server accepts one request per address and minute. */
const RESEND_MS = 60_000

const linkForm = z.object({ email })

/** Requests a mail with the reset link. The answer is the same for addresses without an account. */
export function ResetLinkForm({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  const captcha = useCaptcha()
  const [sentTo, setSentTo] = useState<string>()
  const [waitsUntil, setWaitsUntil] = useState(0)
  const seconds = useSecondsUntil(waitsUntil)

  async function handleSubmit({ email: to }: z.output<typeof linkForm>) {
    setSentTo(undefined)
    try {
      const accepted = await captcha.callWithToken((token) =>
        call(api.account.resetPasswordLink, { email: to, captcha: token }, { isQuiet: true }),
      )
      if (!accepted) return
      setSentTo(to)
      setWaitsUntil(now() + RESEND_MS)
    } catch (error) {
      const wait = error instanceof CallError ? error.retryAfter : undefined
      if (wait !== undefined) setWaitsUntil(now() + wait * 1000)
      throw error
    }
  }

  /** A changed address may be sent at once. */
  function forgetAddress() {
    setSentTo(undefined)
    setWaitsUntil(0)
  }

  return (
    <Form schema={linkForm} onSubmit={handleSubmit}>
      <Field
        ref={ref}
        name="email"
        label="邮箱"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.com"
        onFocus={captcha.start}
        onChange={forgetAddress}
      />
      <div hidden={sentTo !== undefined}>
        <CaptchaRow captcha={captcha} />
      </div>
      {sentTo !== undefined && (
        <Notice kind="good" role="status">
          如果 {sentTo}{' '}
          已注册账户，邮件已发送，链接&nbsp;30&nbsp;分钟内有效。如未收到，请查看垃圾邮件。
        </Notice>
      )}
      <SubmitButton disabled={seconds > 0}>
        {seconds > 0 ? `${formatWait(seconds)}后可重发` : '发送重置邮件'}
      </SubmitButton>
    </Form>
  )
}

function formatWait(seconds: number): string {
  return seconds <= RESEND_MS / 1000 ? `${seconds} 秒` : formatDuration(seconds)
}
