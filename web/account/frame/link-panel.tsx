import { type ReactNode, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { SupportLine } from '../../shell/help/support-line.tsx'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { isExpiredLinkError } from '../password/expired-link.ts'
import { AuthFrame } from './auth-frame.tsx'

interface LinkPanelProps {
  headline: readonly string[]
  words: string
  lead: ReactNode
  title: string
  explanation: string
  /** Of the button: opening the link changes nothing, since scanners of mails follow links. */
  label: string
  /** What is said when the link can never work. */
  expired: string
  /** Returns what has happened. */
  run: () => Promise<string>
  /** Where to go on afterwards. */
  next: ReactNode
}

/** The page of a mailed link that does one thing, once its button is pressed. */
export function LinkPanel(props: LinkPanelProps) {
  const { headline, words, lead, title, explanation, label, expired, run, next } = props
  const [done, setDone] = useState('')
  const [refusal, setRefusal] = useState('')
  const [isExpired, setIsExpired] = useState(false)
  const action = useAction(async () => {
    setRefusal('')
    try {
      setDone(await run())
    } catch (error) {
      if (isExpiredLinkError(error)) setIsExpired(true)
      else if (error instanceof CallError && !error.isShown) setRefusal(error.message)
      else throw error
    }
  })
  return (
    <AuthFrame
      headline={headline}
      words={words}
      title={title}
      lead={done === '' && !isExpired ? lead : null}
    >
      <div className="form">
        {done === '' && !isExpired && <p className="soft">{explanation}</p>}
        {done !== '' && (
          <Notice kind="good" role="status">
            {done}
          </Notice>
        )}
        {(isExpired || refusal !== '') && (
          <Notice kind="bad" role="alert">
            {isExpired ? expired : refusal}
          </Notice>
        )}
        {done !== '' || isExpired ? (
          next
        ) : (
          <Button kind="primary" size="large" isWide isBusy={action.isBusy} onClick={action.run}>
            {label}
          </Button>
        )}
      </div>
      <SupportLine className="auth-foot" question="需要帮助？" />
    </AuthFrame>
  )
}
