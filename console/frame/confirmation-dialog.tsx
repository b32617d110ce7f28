import { useState } from 'react'
import * as z from 'zod/mini'
import { authenticatorCode } from '#contract/account/second-factor-fields.ts'
import {
  beginPasskeyConfirmation,
  confirmWithCode,
  confirmWithPasskey,
} from '#contract/console/staff/sign-in.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { callConsole } from '../lib/call.ts'
import { settleConfirmation, useIsConfirming } from '../lib/confirmation.ts'
import { canUsePasskeys, signWithPasskey } from '#web/lib/passkey/passkey.ts'
import { changeOperator, useOperator } from '../lib/session.ts'
import { useStep } from '#web/ui/action/use-step.ts'
import { CodeInput } from '../sign-in/code-input.tsx'
import { Ask } from './ask.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'

const typed = z.object({ code: authenticatorCode })

/** Asks who is at the keyboard, when a call needs it. */
export function ConfirmationDialog() {
  return useIsConfirming() && <OpenDialog />
}

function OpenDialog() {
  const { hasPasskey, hasCode } = useOperator()
  const isByPasskey = hasPasskey && canUsePasskeys()
  const [isCodeShown, setIsCodeShown] = useState(!isByPasskey)
  const { isBusy, message, run } = useStep(async () => {
    const { options } = await callConsole(beginPasskeyConfirmation, {}, { isQuiet: true })
    const response = await signWithPasskey(options)
    finish(await callConsole(confirmWithPasskey, { response }, { isQuiet: true }))
  })

  async function confirmCode({ code }: z.output<typeof typed>) {
    finish(await callConsole(confirmWithCode, { code }, { isQuiet: true }))
  }

  return (
    <Ask title="请确认是您本人" onClose={() => settleConfirmation(false)}>
      <div className="ask-body">
        <p className="soft">此操作需再次确认，之后 15 分钟内无需重复。</p>
        {isByPasskey && (
          <div className="passkey-way">
            <Button kind="primary" isWide icon="key" isBusy={isBusy} onClick={run}>
              用通行密钥确认
            </Button>
            <StepNote message={message} />
          </div>
        )}
        {isByPasskey && hasCode && !isCodeShown && (
          <Button kind="ghost" onClick={() => setIsCodeShown(true)}>
            改用验证器
          </Button>
        )}
        {hasCode && isCodeShown && (
          <Form schema={typed} onSubmit={confirmCode}>
            <CodeInput label="验证器里的 6 位数字" />
            <SubmitButton size="small" kind={isByPasskey ? 'secondary' : 'primary'}>
              确认
            </SubmitButton>
          </Form>
        )}
        {!isByPasskey && !hasCode && (
          <Notice kind="wait" role="alert">
            {hasPasskey
              ? '这个浏览器不支持通行密钥，您也没有设置验证器。请换一个浏览器。'
              : '您还没有通行密钥，也没有验证器：请退出，再用恢复码登录一次，然后添加一种。'}
          </Notice>
        )}
      </div>
    </Ask>
  )
}

function finish({ confirmedUntil }: { confirmedUntil: string }): void {
  changeOperator({ confirmedUntil })
  settleConfirmation(true)
}
