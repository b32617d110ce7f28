import { useState } from 'react'
import * as z from 'zod/mini'
import { shortName } from '#contract/account/second-factor-fields.ts'
import {
  acceptWithCode,
  acceptWithPasskey,
  beginInvitedCode,
  beginInvitedPasskey,
  type readInvitation,
} from '#contract/console/staff/invitation.ts'
import { ROLE_LABELS, ROLE_NOTES } from '#contract/console/staff/roles.ts'
import type { newCodeSecret } from '#contract/console/shapes.ts'
import { email } from '#contract/fields.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { callConsole } from '../lib/call.ts'
import { canUsePasskeys, createPasskey, PasskeyError } from '#web/lib/passkey/passkey.ts'
import { browserName } from '#web/lib/passkey/browser-name.ts'
import { NewCodeSetup } from '../security/new-code-setup.tsx'
import type { OutputOf } from '#contract/endpoint.ts'

interface AcceptFormsProps {
  token: string
  invitation: Invitation
  onAccepted: (accepted: Accepted) => void
}

type Way = 'passkey' | 'code'
type Person = z.output<typeof typed>

const typed = z.object({ email, name: shortName('姓名') })

/** Who the new operator is and how to sign in: a passkey, or in a second step password and authenticator. */
export function AcceptForms({ token, invitation, onAccepted }: AcceptFormsProps) {
  const [way, setWay] = useState<Way>(canUsePasskeys() ? 'passkey' : 'code')
  const [hint, setHint] = useState('')
  const [person, setPerson] = useState<Person>()
  const [secret, setSecret] = useState<z.output<typeof newCodeSecret>>()

  async function acceptByPasskey(given: Person) {
    const who = { ...given, token }
    const { options } = await callConsole(beginInvitedPasskey, who, { isQuiet: true })
    const response = await createPasskey(options)
    const passkeyName = browserName(navigator.userAgent)
    onAccepted(
      await callConsole(acceptWithPasskey, { ...who, passkeyName, response }, { isQuiet: true }),
    )
  }

  async function submit(given: Person) {
    setHint('')
    if (way === 'code') {
      setSecret(await callConsole(beginInvitedCode, { ...given, token }, { isQuiet: true }))
      setPerson(given)
      return
    }
    try {
      await acceptByPasskey(given)
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error
      setHint(error.message)
    }
  }

  if (secret && person)
    return (
      <NewCodeSetup
        secret={secret}
        submitLabel="完成"
        onSubmit={async (given) =>
          onAccepted(
            await callConsole(acceptWithCode, { ...person, ...given, token }, { isQuiet: true }),
          )
        }
      />
    )
  return (
    <Form schema={typed} onSubmit={submit}>
      <dl className="facts">
        <div>
          <dt>角色</dt>
          <dd>
            <b>{ROLE_LABELS[invitation.role]}</b>
            <small className="faint">{ROLE_NOTES[invitation.role]}</small>
          </dd>
        </div>
      </dl>
      <Field name="name" label="姓名" autoComplete="name" defaultValue={invitation.name} />
      <Field
        name="email"
        label="邮箱"
        type="email"
        autoComplete="username"
        defaultValue={invitation.email ?? ''}
        readOnly={invitation.email !== null}
        hint={invitation.email === null ? '登录和通知都用它。' : undefined}
      />
      {canUsePasskeys() ? (
        <WayChoice way={way} onChange={setWay} />
      ) : (
        <p className="hint">这个浏览器不支持通行密钥，请设置密码和验证器。</p>
      )}
      {hint !== '' && (
        <p className="hint" role="status">
          {hint}
        </p>
      )}
      <SubmitButton {...(way === 'passkey' && { icon: 'key' })}>
        {way === 'passkey' ? '创建通行密钥' : '下一步'}
      </SubmitButton>
    </Form>
  )
}

function WayChoice({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  return (
    <RadioCards
      name="way"
      legend="怎么登录"
      className="ways"
      value={way}
      onChange={(value) => onChange(value === 'code' ? 'code' : 'passkey')}
      cards={[
        {
          value: 'passkey',
          children: (
            <span>
              <b>通行密钥</b>
              <small>指纹、面容或安全钥匙，推荐</small>
            </span>
          ),
        },
        {
          value: 'code',
          children: (
            <span>
              <b>密码和验证器</b>
              <small>手机应用里的 6 位数字</small>
            </span>
          ),
        },
      ]}
    />
  )
}

export type Invitation = OutputOf<typeof readInvitation>
export type Accepted = OutputOf<typeof acceptWithCode>
