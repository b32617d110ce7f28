import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoint.ts'
import { type beginTotpSetup, setTotp } from '#contract/account/second-factor.ts'
import { authenticatorCode } from '#contract/account/second-factor-fields.ts'
import { call } from '../../lib/call/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Qr } from '../../ui/display/qr.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import type { FactorChange } from './use-second-factor.ts'

interface NewTotpFormProps {
  totp: OutputOf<typeof beginTotpSetup>
  callWithFreshLogin: <T>(make: () => Promise<T>) => Promise<T | undefined>
  onDone: (change: FactorChange) => void
  onCancel: () => void
}

const typed = z.object({ code: authenticatorCode })

/** A new authenticator: the secret as a picture and as text, then its first code. */
export function NewTotpForm({ totp, callWithFreshLogin, onDone, onCancel }: NewTotpFormProps) {
  const { secret, qr, ticket } = totp
  async function set({ code }: z.output<typeof typed>) {
    const change = await callWithFreshLogin(() =>
      call(setTotp, { code, ticket }, { isQuiet: true }),
    )
    if (change) onDone(change)
  }
  return (
    <Form schema={typed} onSubmit={set}>
      <div className="new-secret">
        <Qr code={qr} label="验证器密钥的二维码" />
        <div>
          <p>用验证器应用扫描，例如 Microsoft Authenticator、Google Authenticator 或 1Password。</p>
          <p className="hint">如无法扫描，请在应用中选择“手动输入密钥”：</p>
          <CopyButton text={secret} what="密钥" />
        </div>
      </div>
      <Field
        name="code"
        label="验证器里的 6 位数字"
        hint="每 30 秒更新一次。"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
      <SubmitButton>完成设置</SubmitButton>
      <Button isWide onClick={onCancel}>
        取消
      </Button>
    </Form>
  )
}
