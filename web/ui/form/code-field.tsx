import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { Button } from '../action/button.tsx'
import { useSecondsUntil } from '../feedback/countdown.tsx'
import { FieldFrame } from './field.tsx'
import { useFormState } from './form-state.ts'
import { now } from '../../lib/clock.ts'

interface CodeFieldProps {
  /** Fields that must be valid before a code can be mailed; their values go to `send`. */
  needs: readonly string[]
  /** Asks the server (with `isQuiet`) to mail a code; resolves to the seconds until the next request. */
  send: (typed: Record<string, string>) => Promise<{ resendIn: number } | undefined>
  name?: string
  label?: string
  /** Shown after a code was sent. */
  sentHint?: ReactNode
}

/**
 * Input for a mailed code with the button that requests it. A countdown starts when the server accepts the
 * request; a change of the address ends it.
 */
export function CodeField({
  needs,
  send,
  name = 'code',
  label = '验证码',
  sentHint = '已发送，10 分钟内有效。如未收到，请查看垃圾邮件。',
}: CodeFieldProps) {
  const { check, refuse } = useFormState()
  const [isSending, setIsSending] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  const [waitsUntil, setWaitsUntil] = useState(0)
  const seconds = useSecondsUntil(waitsUntil)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const forget = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || !needs.includes(target.name)) return
    setWasSent(false)
    setWaitsUntil(0)
  })
  useEffect(() => {
    const form = input.current?.form
    form?.addEventListener('input', forget)
    return () => form?.removeEventListener('input', forget)
  }, [])

  async function handleSend() {
    const typed = check(needs)
    if (!typed) return
    setIsSending(true)
    try {
      const accepted = await send(typed)
      if (!accepted) return
      // the disabled button loses the focus
      if (document.activeElement === button.current) input.current?.focus()
      setWasSent(true)
      setWaitsUntil(now() + accepted.resendIn * 1000)
    } catch (error) {
      refuse(error)
      const wait = error instanceof CallError ? error.retryAfter : undefined
      if (wait !== undefined) setWaitsUntil(now() + wait * 1000)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <FieldFrame name={name} label={label} hint={wasSent ? sentHint : undefined}>
      {(inputProps) => (
        <div className="with-button">
          <input
            ref={input}
            className="input"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="6 位数字"
            {...inputProps}
          />
          <Button
            ref={button}
            isBusy={isSending}
            disabled={seconds > 0}
            onClick={() => void handleSend()}
          >
            {seconds > 0 ? `${seconds} 秒后重发` : '发送验证码'}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}
