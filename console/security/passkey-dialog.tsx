import { useState } from 'react'
import * as z from 'zod/mini'
import { shortName } from '#contract/account/second-factor-fields.ts'
import {
  addPasskey,
  beginPasskeyAddition,
  type OperatorSecurity,
} from '#contract/console/staff/security.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { Ask } from '../frame/ask.tsx'
import { callConsole } from '../lib/call.ts'
import { createPasskey, PasskeyError } from '#web/lib/passkey/passkey.ts'
import { browserName } from '#web/lib/passkey/browser-name.ts'

interface PasskeyDialogProps {
  onClose: () => void
  onChange: (security: OperatorSecurity) => void
}

const typed = z.object({ name: shortName('名称') })

/** Adds a passkey of this device. */
export function PasskeyDialog({ onClose, onChange }: PasskeyDialogProps) {
  const [hint, setHint] = useState('')

  async function add({ name }: z.output<typeof typed>) {
    setHint('')
    const { options } = await callConsole(beginPasskeyAddition, {}, { isQuiet: true })
    try {
      const response = await createPasskey(options)
      onChange(await callConsole(addPasskey, { name, response }, { isQuiet: true }))
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error
      setHint(error.message)
      return
    }
    toast('通行密钥已添加')
    onClose()
  }

  return (
    <Ask title="添加通行密钥" onClose={onClose}>
      <Form className="ask-form" schema={typed} onSubmit={add}>
        <div className="ask-body">
          <Field
            name="name"
            label="名称"
            hint="以后用于区分，例如“办公室的 Mac”。"
            autoComplete="off"
            defaultValue={browserName(navigator.userAgent)}
          />
          {hint !== '' && (
            <p className="hint" role="status">
              {hint}
            </p>
          )}
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <SubmitButton size="small" isWide={false} icon="key">
            添加
          </SubmitButton>
        </footer>
      </Form>
    </Ask>
  )
}
