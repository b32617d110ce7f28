import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { CallInputOf } from '#contract/endpoint.ts'
import type { proveSecondFactor, SecondFactorWays } from '#contract/account/second-factor.ts'
import { authenticatorCode, recoveryCode } from '#contract/account/second-factor-fields.ts'
import { canUsePasskeys, signWithPasskey } from '../../lib/passkey/passkey.ts'
import { Button } from '../../ui/action/button.tsx'
import { useStep } from '../../ui/action/use-step.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StepNote } from '../../ui/feedback/step-note.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'

type Proof = CallInputOf<typeof proveSecondFactor>
type Way = 'passkey' | 'totp' | 'recoveryCode'

interface SecondStepProps {
  /** Asks the server (with `isQuiet`) for the ways; with a passkey, this begins a challenge. */
  begin: () => Promise<SecondFactorWays>
  /** Sends the proof with `isQuiet`. */
  finish: (proof: Proof) => Promise<void>
  onCancel: () => void
  cancelLabel: string
}

const LABELS: Record<Way, string> = {
  passkey: '通行密钥',
  totp: '验证器',
  recoveryCode: '恢复码',
}

const totpForm = z.object({ totp: authenticatorCode })
const recoveryForm = z.object({ recoveryCode })

/** Asks for a passkey, a code of the authenticator or a recovery code; the user chooses among those that there are. */
export function SecondStep(props: SecondStepProps) {
  const load = useLoad('second-step', props.begin)
  return (
    <Loaded load={load} what="两步验证" lines={2}>
      {(ways) => <Ways {...props} offered={offeredWays(ways)} />}
    </Loaded>
  )
}

type WaysProps = SecondStepProps & { offered: readonly Way[] }

function Ways({ begin, finish, onCancel, cancelLabel, offered }: WaysProps) {
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? offered[0] ?? 'recoveryCode'
  const box = useRef<HTMLDivElement>(null)

  // what had the focus is gone
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), [way])

  return (
    <div ref={box} className="form">
      {way === 'passkey' && <PasskeyWay begin={begin} finish={finish} />}
      {way === 'totp' && (
        <Form key="totp" schema={totpForm} onSubmit={finish}>
          <Field
            name="totp"
            label="验证器里的 6 位数字"
            hint="在手机上的验证器应用中查看，每 30 秒更新一次。"
            inputMode="numeric"
            autoComplete="one-time-code"
            // copied codes may have a space
            maxLength={16}
          />
          <SubmitButton>验证</SubmitButton>
        </Form>
      )}
      {way === 'recoveryCode' && (
        <Form key="recovery" schema={recoveryForm} onSubmit={finish}>
          <Field
            name="recoveryCode"
            label="恢复码"
            hint="16 个字母或数字，每个限用一次。如全部遗失，请联系客服。"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <SubmitButton>验证</SubmitButton>
        </Form>
      )}
      <div className="form">
        {offered
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} isWide onClick={() => setChosen(other)}>
              改用{LABELS[other]}
            </Button>
          ))}
        <Button kind="ghost" isWide onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  )
}

/** The ways of this user in this browser, the easiest first; a recovery code is always one. */
function offeredWays({ hasTotp, passkeyOptions }: SecondFactorWays): Way[] {
  const ways: Way[] = ['recoveryCode']
  if (hasTotp) ways.unshift('totp')
  if (passkeyOptions !== null && canUsePasskeys()) ways.unshift('passkey')
  return ways
}

function PasskeyWay({ begin, finish }: Pick<SecondStepProps, 'begin' | 'finish'>) {
  const { isBusy, message, run } = useStep(async () => {
    // anew for each try: a challenge serves five minutes
    const { passkeyOptions } = await begin()
    await finish({ passkey: await signWithPasskey(passkeyOptions ?? {}) })
  })
  return (
    <div className="form">
      <p className="soft">使用本设备的指纹、面容、屏幕密码，或您的安全钥匙。</p>
      <StepNote message={message} />
      <Button kind="primary" size="large" icon="key" isWide isBusy={isBusy} onClick={run}>
        用通行密钥验证
      </Button>
    </div>
  )
}
