import * as z from 'zod/mini'
import { authenticatorCode } from '#contract/account/second-factor-fields.ts'
import type { newCodeSecret } from '#contract/console/shapes.ts'
import { typedPassword } from '#contract/fields.ts'
import { passwordDigest } from '#web/lib/password/digest.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { CodeInput } from '../sign-in/code-input.tsx'
import type { QrCode } from '#contract/content/content.ts'
import { loadChunk } from '#web/lib/loading/chunk.ts'
import { Qr } from '#web/ui/display/qr.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'

type NewCodeSecret = z.output<typeof newCodeSecret>

interface NewCodeSetupProps {
  secret: NewCodeSecret
  submitLabel: string
  /** Sends the password's digest, the first code and the ticket of the secret. */
  onSubmit: (given: { password: string; code: string; ticket: string }) => Promise<void>
}

const typed = z.object({ password: typedPassword, code: authenticatorCode })

/** A new password and authenticator: the secret as a picture and as text, then its first code. */
export function NewCodeSetup({ secret, submitLabel, onSubmit }: NewCodeSetupProps) {
  async function submit({ password, code }: z.output<typeof typed>) {
    await onSubmit({ password: await passwordDigest(password), code, ticket: secret.ticket })
  }
  return (
    <Form schema={typed} onSubmit={submit}>
      <div className="new-secret">
        <SecretQr uri={secret.uri} />
        <div>
          <p>用验证器应用扫描，例如 Google Authenticator、Microsoft Authenticator 或 1Password。</p>
          <p className="hint">扫不了就在应用里选“手动输入密钥”：</p>
          <CopyButton text={secret.secret} what="密钥" />
        </div>
      </div>
      <PasswordField
        name="password"
        label="密码"
        hint="8–64 个字符，别与其他网站相同。"
        autoComplete="new-password"
        hasMeter
      />
      <CodeInput label="验证器里的 6 位数字" hint="每 30 秒换一次。" />
      <SubmitButton>{submitLabel}</SubmitButton>
    </Form>
  )
}

/** The secret of an authenticator as a QR code; the text beside it serves where the drawing fails to load. */
function SecretQr({ uri }: { uri: string }) {
  const { data } = useLoad(uri, () => loadChunk(() => drawQr(uri)))
  if (data === undefined) return <div className="qr" />
  return <Qr code={data} label="验证器密钥的二维码" />
}

async function drawQr(text: string): Promise<QrCode> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
  return { size, path: modules.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') }
}
